import type { Work } from '@/shared/api/types.ts'

/** A work as the device keeps it. */
export interface StoredWork extends Work {
  /** Ids of its terms; an earlier version stored none. */
  terms?: string[]
}

/** What an earlier version may not have stored. */
const UNKNOWN: Omit<Work, 'id' | 'number' | 'title'> = {
  pubTime: '',
  picSmall: '',
  picBig: '',
  modId: 1,
  isOnline: 0,
  isDht: 0,
  mp4: '',
  imageSmall: '',
  imageBig: '',
  duration: 0,
  average: 0,
  evaluates: 0,
  tint: '',
}

/** Something stored on the device as a work; null if it cannot be shown as one. */
export function storedWork(value: unknown): StoredWork | null {
  const work = value as Partial<StoredWork> | null
  if (typeof work?.id !== 'string' || typeof work.number !== 'string' || typeof work.title !== 'string') return null
  const known = Object.entries(UNKNOWN).filter(([name, none]) => typeof work[name as keyof Work] !== typeof none)
  const terms = Array.isArray(work.terms) ? work.terms : undefined
  return { ...(work as Work), ...Object.fromEntries(known), terms }
}

/** Whether a stored work has a term that the visitor never wants to see; `hidden` are ids, separated by commas. */
export function isUnwanted({ terms = [] }: StoredWork, hidden = ''): boolean {
  const ids = hidden.split(',')
  return terms.some((id) => ids.includes(id))
}
