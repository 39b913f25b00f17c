import { shanghaiTime } from '@/shared/lib/format.ts'

/** The first paid level (R10.1). */
const VIP_FROM = 2
const DAY_MS = 24 * 60 * 60 * 1000

/** Whether a level is a paid one: unlimited copies, and films online (R10.2). */
export function isVip(level: { levelId: number } | undefined): boolean {
  return level !== undefined && level.levelId >= VIP_FROM
}

/**
 * Whole days until a `yyyy-MM-dd HH:mm:ss` time in Shanghai, begun ones counted; 0 when it has passed, `null` when it
 * is none.
 *
 * @param now milliseconds since the epoch
 */
export function daysLeft(expireTime: string | null | undefined, now: number): number | null {
  const end = expireTime ? shanghaiTime(expireTime) : Number.NaN
  return Number.isNaN(end) ? null : Math.max(0, Math.ceil((end - now) / DAY_MS))
}
