import { HISTORY_MAX } from '@/shared/config/constants.ts'
import { parseStored, persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'
import { forgetFilm, forgetFilms } from './film-positions.ts'
import { type StoredWork, storedWork } from './stored-work.ts'

const KEY = 'historyListData'
const store = persistedStore<StoredWork[]>({
  key: KEY,
  parse,
  format: (works) => (works.length === 0 ? null : JSON.stringify(works)),
})

function parse(text: string | null): StoredWork[] {
  const saved = parseStored(text)
  if (!Array.isArray(saved)) return []
  return saved
    .map(storedWork)
    .filter((work) => work !== null)
    .slice(0, HISTORY_MAX)
}

/** Adds a work to the recently opened ones: newest first, no duplicates, at most 50 (R8.7). */
export function recordHistory(work: StoredWork): void {
  store.set([work, ...store.read().filter((other) => other.id !== work.id)].slice(0, HISTORY_MAX))
}

/** Forgets a work, and where its film was left. */
export function forgetWork(id: string): void {
  forgetFilm(id)
  store.set(store.read().filter((work) => work.id !== id))
}

/** Forgets all of it, and where films were left. */
export function clearHistory(): void {
  forgetFilms()
  store.set([])
}

/** Recently opened works of this device, newest first. */
export function useHistory(): StoredWork[] {
  return useStore(store)
}
