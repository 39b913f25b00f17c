import { expect, it } from 'vitest'
import { daysLeft, isVip } from './level.ts'

it('counts every level from 2 on as VIP', () => {
  expect([0, 1, 2, 3].map((levelId) => isVip({ levelId }))).toEqual([false, false, true, true])
  expect(isVip(undefined)).toBe(false)
})

it.each([
  ['2026-11-22 08:00:00', 1],
  ['2026-11-22 08:00:01', 2],
  ['2026-11-21 08:00:01', 1],
  ['2026-11-21 08:00:00', 0],
  ['2026-11-01 00:00:00', 0],
  ['2027-11-21 08:00:00', 365],
])('from 2026-11-21 08:00 in Shanghai, %s is %d days away', (end, days) => {
  expect(daysLeft(end, Date.UTC(2026, 10, 21))).toBe(days)
})

it.each([undefined, null, '', 'soon'])('an end that is none (%s) has no days', (end) => {
  expect(daysLeft(end, 0)).toBeNull()
})
