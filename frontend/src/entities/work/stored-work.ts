import type { Work } from '@/shared/api/types.ts'

/** Whether something stored on the device can be shown as a work. */
export function isStoredWork(value: unknown): value is Work {
  const work = value as Partial<Work> | null
  return typeof work?.id === 'string' && typeof work.number === 'string' && typeof work.title === 'string'
}
