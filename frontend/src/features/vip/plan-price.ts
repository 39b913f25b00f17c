import type { Plan } from '@/shared/api/types.ts'

/** Yuan that a plan costs less than before. */
export function savingOf({ currentPrice, origPrice }: Pick<Plan, 'currentPrice' | 'origPrice'>): number {
  return Math.max(0, Math.round((Number(origPrice) - Number(currentPrice)) * 100) / 100)
}

/** What a day of a plan costs, yuan with two digits; empty where a plan has no days. */
export function dailyPrice({ currentPrice, days }: Pick<Plan, 'currentPrice' | 'days'>): string {
  return days > 0 ? (Number(currentPrice) / days).toFixed(2) : ''
}
