import { expect, it } from 'vitest'
import { dayIn, isLimited, periodsAt } from './period.ts'

it('the days are those of Shanghai', () => {
  // 16:30 UTC is half past midnight there.
  const periods = periodsAt(Date.UTC(2026, 10, 30, 16, 30))
  expect(periods.map(({ label, from, to }) => `${label} ${from} ${to}`)).toEqual([
    '今天 2026-12-01 2026-12-01',
    '昨天 2026-11-30 2026-11-30',
    '近 7 天 2026-11-25 2026-12-01',
    '本月 2026-12-01 2026-12-01',
  ])
})

it('sums need a keyword or both days, and no more than 31 of them', () => {
  const list = { keyword: '', from: '2026-08-01', to: '2026-08-31' }
  expect(isLimited(list)).toBe(true)
  expect(isLimited({ ...list, to: '2026-09-01' })).toBe(false)
  expect(isLimited({ ...list, to: '' })).toBe(false)
  expect(isLimited({ ...list, from: '', to: '', keyword: 'lin_xia' })).toBe(true)
  expect(isLimited({ keyword: 'lin_xia', from: '2026-10-02', to: '2026-10-01' })).toBe(false)
  expect([dayIn('2026-13-01'), dayIn('today'), dayIn('2026-11-30')]).toEqual(['', '', '2026-11-30'])
})
