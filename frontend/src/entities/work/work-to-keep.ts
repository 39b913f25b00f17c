import type { Work, WorkDetail } from '@/shared/api/types.ts'
import { RELATION_KINDS } from '@/shared/config/relations.ts'
import type { StoredWork } from './stored-work.ts'

/** Most terms that are stored with a work. */
const TERMS_MAX = 64

const kept = new WeakMap<Work, StoredWork>()

/** A work with the ids of its terms, as the device keeps it; the same one as long as the work is the same. */
export function workToKeep(detail: WorkDetail): StoredWork {
  const known = kept.get(detail.data)
  if (known) return known
  const terms = RELATION_KINDS.flatMap((kind) => detail[kind === 'tag' ? 'tags' : kind].map(({ id }) => id))
  const work = { ...detail.data, terms: terms.slice(0, TERMS_MAX) }
  kept.set(detail.data, work)
  return work
}
