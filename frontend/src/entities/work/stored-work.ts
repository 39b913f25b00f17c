import type { Work } from '@/shared/api/types.ts'

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
export function storedWork(value: unknown): Work | null {
  const work = value as Partial<Work> | null
  if (typeof work?.id !== 'string' || typeof work.number !== 'string' || typeof work.title !== 'string') return null
  const known = Object.entries(UNKNOWN).filter(([name, none]) => typeof work[name as keyof Work] !== typeof none)
  return { ...(work as Work), ...Object.fromEntries(known) }
}
