import type { Work } from '@/shared/api/types.ts'
import { persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'

/** The newest of the followed works that was on screen, by id: ids grow with the time a work was added. */
const store = persistedStore<bigint | null>({
  key: 'yingku.followedSeen',
  parse: (text) => (text !== null && /^\d{1,19}$/.test(text) ? BigInt(text) : null),
  format: (id) => id?.toString() ?? null,
})

function newestOf(works: readonly Work[]): bigint {
  return works.reduce((newest, { id }) => (BigInt(id) > newest ? BigInt(id) : newest), 0n)
}

/** Ids of the works that were added since the last look on this device; none before the first. */
export function useNewWorks(works: readonly Work[]): ReadonlySet<string> {
  const seen = useStore(store)
  return new Set(seen === null ? [] : works.map(({ id }) => id).filter((id) => BigInt(id) > seen))
}

/** Tells works that were added since the last look before now; none before the first. */
export function addedSinceLook(): (work: Pick<Work, 'id'>) => boolean {
  const seen = store.read()
  return ({ id }) => seen !== null && BigInt(id) > seen
}

/** Remembers these works as looked at. */
export function markSeen(works: readonly Work[]): void {
  const newest = newestOf(works)
  if (works.length > 0 && newest > (store.read() ?? -1n)) store.set(newest)
}
