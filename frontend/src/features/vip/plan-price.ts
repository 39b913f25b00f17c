import type { Plan } from '@/shared/api/types.ts'

/** Discount of a plan in yuan. */
export function savingOf({ currentPrice, origPrice }: Pick<Plan, 'currentPrice' | 'origPrice'>): number {
  return Math.max(0, Math.round((Number(origPrice) - Number(currentPrice)) * 100) / 100)
}

/** Price per day in yuan with two digits; empty for a plan without days. */
export function dailyPrice({ currentPrice, days }: Pick<Plan, 'currentPrice' | 'days'>): string {
  return days > 0 ? (Number(currentPrice) / days).toFixed(2) : ''
}
