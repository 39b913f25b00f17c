import { expect, it } from 'vitest'
import { rangeIn, rangesAt } from './range.ts'

// Half past midnight in Shanghai.
const NOW = Date.UTC(2026, 10, 30, 16, 30)

it('ranges at hand end today', () => {
  expect(rangesAt(NOW).map(({ label, from, to }) => `${label} ${from} ${to}`)).toEqual([
    '近 7 天 2026-11-25 2026-12-01',
    '近 30 天 2026-11-02 2026-12-01',
    '近 90 天 2026-09-03 2026-12-01',
    '近 400 天 2025-10-28 2026-12-01',
  ])
})

it.each([
  ['', '', '2026-11-02', '2026-12-01'],
  ['2026-10-01', '2026-10-05', '2026-10-01', '2026-10-05'],
  ['', '2026-10-31', '2026-10-02', '2026-10-31'],
  ['2026-10-06', '2026-10-05', '2026-10-05', '2026-10-05'],
  ['2000-01-01', '2026-12-01', '2025-10-28', '2026-12-01'],
  ['x', '2026-13-01', '2026-11-02', '2026-12-01'],
])('the range of %s and %s is one that the API takes', (from, to, first, last) => {
  expect(rangeIn(from, to, NOW)).toEqual({ from: first, to: last })
})
