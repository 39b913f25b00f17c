import { serverNow } from '@/shared/api/clock.ts'
import type { Work } from '@/shared/api/types.ts'
import { shanghaiTime } from '@/shared/lib/format.ts'

/**
 * Whether a work is not published yet at `now` (milliseconds since the epoch), the server's time if none is given. One that can be
 * watched is there, whatever its day says.
 */
export function isUnreleased(work: Pick<Work, 'pubTime' | 'isOnline'>, now: number = serverNow()): boolean {
  return work.isOnline !== 1 && shanghaiTime(work.pubTime) > now
}

const KNOWN = { day: 10, month: 7, year: 4 }

/** As much of a work's release day as is known: `2014-08-01`, `2014-08` or `2014`. */
export function releaseDay({ pubTime, pubPrecision = 'day' }: Pick<Work, 'pubTime' | 'pubPrecision'>): string {
  return pubTime.slice(0, KNOWN[pubPrecision])
}
