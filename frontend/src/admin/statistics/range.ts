import { dayOf } from '@/shared/lib/format.ts'
import { dayIn } from '../kit/period.ts'

const DAY = 24 * 60 * 60
/** Most days of a range. */
export const MAX_DAYS = 400
/** Days of the ranges at hand; the first is the default. */
const LENGTHS = [30, 7, 90, MAX_DAYS]

/** A first and a last day, in Asia/Shanghai. */
export interface DayRange {
  from: string
  to: string
}

/** The last days up to a time in milliseconds. */
function lastDays(days: number, now: number): DayRange {
  const seconds = Math.floor(now / 1000)
  return { from: dayOf(seconds - (days - 1) * DAY), to: dayOf(seconds) }
}

/** The ranges at hand, shortest first. */
export function rangesAt(now: number): (DayRange & { label: string })[] {
  const sorted = [...LENGTHS].sort((one, other) => one - other)
  return sorted.map((days) => ({ label: `近 ${days} 天`, ...lastDays(days, now) }))
}

/** The range of the address: its days, or the last thirty; at most 400, counted from the last. */
export function rangeIn(from: string, to: string, now: number): DayRange {
  const [standard = MAX_DAYS] = LENGTHS
  const last = dayIn(to) || dayOf(Math.floor(now / 1000))
  const ago = (days: number) => dayOf(Date.parse(`${last}T00:00:00+08:00`) / 1000 - (days - 1) * DAY)
  const first = dayIn(from) || ago(standard)
  if (first > last) return { from: last, to: last }
  const earliest = ago(MAX_DAYS)
  return { from: first < earliest ? earliest : first, to: last }
}
