import { serverNow } from '@/shared/api/clock.ts'
import type { Work } from '@/shared/api/types.ts'
import { shanghaiTime } from '@/shared/lib/format.ts'

/** Whether a work is not published yet at `now` (milliseconds since the epoch), the server's time if none is given. */
export function isUnreleased(work: Pick<Work, 'pubTime'>, now: number = serverNow()): boolean {
  return shanghaiTime(work.pubTime) > now
}
