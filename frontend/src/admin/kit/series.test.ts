import { describe, expect, it } from 'vitest'
import { makeDashboard } from '@/testing/factories.ts'
import { formatSum } from '../kit/format-sum.ts'
import { formatAge, formatDay, roundUp, seriesOf } from './series.ts'

describe('figures', () => {
  it.each([
    [0, 4],
    [3, 4],
    [7, 8],
    [10, 10],
    [11, 12],
    [101, 120],
    [12_345, 15_000],
  ])('a plot reaching to %i ends at %i', (most, end) => expect(roundUp(most)).toBe(end))

  it.each([
    [5, '不到 1 分钟'],
    [60, '1 分钟'],
    [7_199, '1 小时'],
    [172_800, '2 天'],
  ])('%i seconds are %s', (seconds, text) => expect(formatAge(seconds)).toBe(text))

  it('sums keep every fen', () => expect(formatSum('90071992547409931.05')).toBe('¥90,071,992,547,409,931.05'))
  it('sums below zero keep their sign', () => expect(formatSum('-1088.00')).toBe('-¥1,088.00'))

  it('days are said without zeros', () => expect(formatDay('2026-01-05')).toBe('1月5日'))

  it('orders have a plot only where they are told', () => {
    const labels = (dashboard = makeDashboard()) => seriesOf(dashboard).map(({ label }) => label)
    expect(labels()).toContain('已支付订单')
    expect(labels(makeDashboard({ orders: undefined }))).not.toContain('已支付订单')
  })
})
