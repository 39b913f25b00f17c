import type { Work } from '@/shared/api/types.ts'
import { shanghaiTime } from '@/shared/lib/format.ts'

/** Whether a work is not published yet at `now` (milliseconds since the epoch). */
export function isUnreleased(work: Pick<Work, 'pubTime'>, now: number = Date.now()): boolean {
  return shanghaiTime(work.pubTime) > now
}
