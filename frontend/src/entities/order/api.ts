import { queryOptions } from '@tanstack/react-query'
import { applicationId } from '@/shared/api/client.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { MEMBER_KEY } from '@/shared/api/member-key.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** The member's latest orders: `GET /v2/orders/list`. Refetched when the window gets the focus. */
export function ordersOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'orders'],
    queryFn: ({ signal }) => apiGet('/v2/orders/list', { query: { pageNum: 1, pageSize: PAGE_SIZE.orders }, signal }),
    select: (answer) => answer.rows,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** The state of an order with the server's message. */
export interface OrderState {
  text: string
  status: number
}

const stateOf = ({ msg, data }: Schemas['Data_OrderState']): OrderState => ({ text: msg, status: data.status })

/**
 * Has the server query the provider about an unpaid order; returns its message: `GET /v2/orders/getOrderId/{orderId}`.
 */
export async function checkOrder(orderId: string, silent = false): Promise<OrderState> {
  return stateOf(await apiGet('/v2/orders/getOrderId/{id}', { path: { id: orderId }, silent }))
}

/** Cancels an unpaid order: `POST /v2/orders/cancel`. It may turn out to be paid. */
export async function cancelOrder(orderId: string): Promise<OrderState> {
  return stateOf(await apiPost('/v2/orders/cancel', { body: { orderId } }))
}

/** Payment channels (R11.1). */
export type PayChannel = 'alipay' | 'weixin'

/** Type of the provider's page; phones have their own. */
export type PayScene = 'phone' | 'desktop'

/** How to pay. */
export interface Payment {
  /** Id of the plan. */
  groupId: string
  payChannel: PayChannel
  scene: PayScene
}

/** An unpaid order. */
export interface OpenOrder {
  orderId: string
  /** URL of the payment page; `null` if the payment system fails. */
  url: string | null
}

/** Returned instead of a URL if the payment system fails (R11.2). */
const FAULT = 'error'

/** Creates an order: `POST /v2/orders/submit`. */
export async function submitOrder(payment: Payment): Promise<OpenOrder> {
  const body = { appId: await applicationId(), ...payment }
  return opened(await apiPost('/v2/orders/submit', { body }))
}

/** Gets the payment URL of an unpaid order again: `POST /v2/orders/pay`. */
export async function goOnPaying(order: { orderId: string; scene: PayScene }): Promise<OpenOrder> {
  return opened(await apiPost('/v2/orders/pay', { body: order }))
}

function opened({ data, orderId }: Schemas['CreatedOrder']): OpenOrder {
  return { orderId, url: data === FAULT ? null : webUrl(data) }
}

/** A URL that is safe to navigate to: http and https only. */
function webUrl(text: string): string | null {
  return /^https?:\/\//i.test(text) ? text : null
}
