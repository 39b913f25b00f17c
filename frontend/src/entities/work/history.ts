import type { Work } from '@/shared/api/types.ts'
import { HISTORY_MAX } from '@/shared/config/constants.ts'
import { createStore, useStore } from '@/shared/feedback/store.ts'
import { readJson, removeItem, writeText } from '@/shared/lib/storage.ts'

const KEY = 'historyListData'
const store = createStore<Work[] | null>(null)

function isWork(value: unknown): value is Work {
  const work = value as Partial<Work> | null
  return typeof work?.id === 'string' && typeof work.number === 'string' && typeof work.title === 'string'
}

function read(): Work[] {
  const saved = readJson('local', KEY)
  return Array.isArray(saved) ? saved.filter(isWork).slice(0, HISTORY_MAX) : []
}

function current(): Work[] {
  const known = store.get()
  if (known) return known
  const saved = read()
  store.set(saved)
  return saved
}

/** Puts a work first in the list of recently opened ones: newest first, each once, at most 50 (R8.7). */
export function recordHistory(work: Work): void {
  const next = [work, ...read().filter((other) => other.id !== work.id)].slice(0, HISTORY_MAX)
  store.set(next)
  writeText('local', KEY, JSON.stringify(next))
}

/** Forgets one recently opened work. */
export function forgetWork(id: string): void {
  const next = read().filter((work) => work.id !== id)
  store.set(next)
  writeText('local', KEY, JSON.stringify(next))
}

/** Forgets every recently opened work. */
export function clearHistory(): void {
  store.set([])
  removeItem('local', KEY)
}

/** Recently opened works of this device, newest first. */
export function useHistory(): Work[] {
  return useStore(store) ?? current()
}

// Works open in new windows too; every window shows the same list.
window.addEventListener('storage', (event) => {
  if (event.key === KEY) store.set(read())
})
