import { queryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
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
