import { dayOf } from '@/shared/lib/format.ts'

const DAY = 24 * 60 * 60
/** Most days that the API sums up and exports. */
export const MAX_DAYS = 31

/** The first and the last day of a list, in Asia/Shanghai. */
export interface Period {
  from: string
  to: string
}

/** Periods at hand, at a time in milliseconds. */
export function periodsAt(now: number): (Period & { label: string })[] {
  const ago = (days: number) => dayOf(Math.floor(now / 1000) - days * DAY)
  const today = ago(0)
  return [
    { label: '今天', from: today, to: today },
    { label: '昨天', from: ago(1), to: ago(1) },
    { label: '近 7 天', from: ago(6), to: today },
    { label: '本月', from: `${today.slice(0, 8)}01`, to: today },
  ]
}

/** A day from the URL; empty when it is not a valid one. */
export function dayIn(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}

/** Whether a list is short enough for sums and a file: the API needs a keyword, or both days and few between them. */
export function isLimited({ keyword, from, to }: Period & { keyword: string }): boolean {
  if (from && to && from > to) return false
  if (keyword) return true
  return Boolean(from && to) && (Date.parse(to) - Date.parse(from)) / 1000 < MAX_DAYS * DAY
}
