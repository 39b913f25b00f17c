import { queryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { applicationId } from '@/shared/api/client.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** The member's latest orders: `GET /v2/orders/list`. Whoever comes back from paying sees them anew. */
export function ordersOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'orders'],
    queryFn: ({ signal }) => apiGet('/v2/orders/list', { query: { pageNum: 1, pageSize: PAGE_SIZE.orders }, signal }),
    select: (answer) => answer.rows,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** How an order is, with the server's words for it. */
export interface OrderState {
  text: string
  status: number
}

const stateOf = ({ msg, data }: Schemas['Data_OrderState']): OrderState => ({ text: msg, status: data.status })

/** Has the provider asked about an unpaid order; answers what to say: `GET /v2/orders/getOrderId/{orderId}`. */
export async function checkOrder(orderId: string, silent = false): Promise<OrderState> {
  return stateOf(await apiGet('/v2/orders/getOrderId/{id}', { path: { id: orderId }, silent }))
}

/** Gives an unpaid order up: `POST /v2/orders/cancel`. It may turn out to be paid. */
export async function cancelOrder(orderId: string): Promise<OrderState> {
  return stateOf(await apiPost('/v2/orders/cancel', { body: { orderId } }))
}

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
  url: string | null
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
  return { orderId, url: data === FAULT ? null : webUrl(data) }
}

/** An address a window may be sent to: only the web's own. */
function webUrl(text: string): string | null {
  return /^https?:\/\//i.test(text) ? text : null
}
