import { apiPost, applicationId } from '@/shared/api/client.ts'
import type { SubmittedOrder } from '@/shared/api/types.ts'

/** The ways to pay (spec §9). */
export type PayChannel = 'alipay' | 'weixin'

/** How to pay; the providers have different pages for phones. */
export interface Payment {
  /** Id of the plan. */
  groupId: string
  payChannel: PayChannel
  scene: 'phone' | 'desktop'
}

/** What the API answers instead of an address when the payment system fails (spec §7). */
const FAULT = 'error'

/** Orders a plan: `POST /v2/orders/submit`. Answers where to pay, `null` when the payment system fails. */
export async function submitOrder(payment: Payment): Promise<string | null> {
  const body = { appId: await applicationId(), ...payment }
  const { data } = await apiPost<SubmittedOrder>('/v2/orders/submit', body)
  return data === FAULT ? null : webAddress(data)
}

/** An address a window may be sent to: only the web's own. */
function webAddress(text: string): string | null {
  return /^https?:\/\//i.test(text) ? text : null
}
