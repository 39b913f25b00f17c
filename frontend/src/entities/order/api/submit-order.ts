import { applicationId } from '@/shared/api/client.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { apiPost } from '@/shared/api/http.ts'

/** The ways to pay (R11.1). */
export type PayChannel = 'alipay' | 'weixin'

/** Which of a provider's pages fit the payer; the providers have different ones for phones. */
export type PayScene = 'phone' | 'desktop'

/** How to pay. */
export interface Payment {
  /** Id of the plan. */
  groupId: string
  payChannel: PayChannel
  scene: PayScene
}

/** An order that waits for its payment. */
export interface OpenOrder {
  orderId: string
  /** Where it is paid; `null` when the payment system fails. */
  address: string | null
}

/** What the API answers instead of an address when the payment system fails (R11.2). */
const FAULT = 'error'

/** Orders a plan: `POST /v2/orders/submit`. */
export async function submitOrder(payment: Payment): Promise<OpenOrder> {
  const body = { appId: await applicationId(), ...payment }
  return opened(await apiPost('/v2/orders/submit', { body }))
}

/** Asks once more where an unpaid order is paid: `POST /v2/orders/pay`. */
export async function goOnPaying(order: { orderId: string; scene: PayScene }): Promise<OpenOrder> {
  return opened(await apiPost('/v2/orders/pay', { body: order }))
}

function opened({ data, orderId }: Schemas['OrderMade']): OpenOrder {
  return { orderId, address: data === FAULT ? null : webAddress(data) }
}

/** An address a window may be sent to: only the web's own. */
function webAddress(text: string): string | null {
  return /^https?:\/\//i.test(text) ? text : null
}
