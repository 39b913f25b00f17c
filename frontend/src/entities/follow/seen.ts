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

/** Tells works that were added since the last look on this device; none before the first. */
type IsNew = (work: Pick<Work, 'id'>) => boolean

function addedSince(seen: bigint | null): IsNew {
  return ({ id }) => seen !== null && BigInt(id) > seen
}

/** Follows the last look as it changes. */
export function useAddedSinceLook(): IsNew {
  return addedSince(useStore(store))
}

/** Since the last look before this call. */
export function addedSinceLook(): IsNew {
  return addedSince(store.read())
}

/** Remembers these works as looked at. */
export function markSeen(works: readonly Work[]): void {
  const newest = newestOf(works)
  if (works.length > 0 && newest > (store.read() ?? -1n)) store.set(newest)
}
