import type { Payment } from '@/entities/order/api.ts'

/** Which pages of the providers fit a browser, by what it calls itself. */
export function sceneOf(userAgent: string): Payment['scene'] {
  return /Android|iPhone|iPad|iPod|Mobile|HarmonyOS/i.test(userAgent) ? 'phone' : 'desktop'
}
