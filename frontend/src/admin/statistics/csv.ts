import type { Schemas } from '@/shared/api/contract.ts'
import { type Series, valueOn } from '../kit/series.ts'

/** Spreadsheets take a text with it for UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** The days as CSV, oldest first. */
export function csvOf(days: readonly Schemas['DayCounts'][], series: readonly Series[]): string {
  const heading = ['日期', ...series.flatMap(({ label, part }) => [label, ...(part ? [part.label] : [])])]
  const rows = days.map((day) => [
    day.day,
    ...series.flatMap((each) => [
      each.name === 'net' ? (day.net ?? '') : valueOn(day, each),
      ...(each.part ? [day[each.part.name]] : []),
    ]),
  ])
  return BYTE_ORDER_MARK + [heading, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}
