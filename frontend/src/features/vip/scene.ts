import type { Payment } from '@/entities/order/api.ts'

/** The type of payment page for a user agent. */
export function sceneOf(userAgent: string): Payment['scene'] {
  return /Android|iPhone|iPad|iPod|Mobile|HarmonyOS/i.test(userAgent) ? 'phone' : 'desktop'
}
