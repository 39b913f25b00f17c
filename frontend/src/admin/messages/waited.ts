import { shanghaiTime } from '@/shared/lib/format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * How long something has been waiting, in the largest whole unit.
 *
 * @param since a `yyyy-MM-dd HH:mm:ss` time in Shanghai
 * @param now milliseconds since the epoch
 */
export function waited(since: string, now: number): string {
  const passed = now - shanghaiTime(since)
  if (!(passed >= MINUTE_MS)) return '刚刚'
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} 分钟`
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)} 小时`
  return `${Math.floor(passed / DAY_MS)} 天`
}
