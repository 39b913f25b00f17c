import { queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/client.ts'
import type { Envelope, OrderHistory, Rechecked, Refunded } from '@/shared/api/types.ts'
import { ADMIN_ORDERS_KEY } from './admin-orders.ts'

/** Everything that happened to an order: `GET /admin/orders/{number}`. */
export function orderHistoryOptions(number: string) {
  return queryOptions({
    queryKey: [...ADMIN_ORDERS_KEY, 'history', number],
    queryFn: async ({ signal }) =>
      (
        await apiGet<Envelope & { data: OrderHistory }>(
          `/admin/orders/${encodeURIComponent(number)}`,
          {},
          { signal, silent: true },
        )
      ).data,
    staleTime: 0,
  })
}

/** Asks the payment provider now: `POST /admin/orders/recheck`. */
export async function recheckOrder(orderId: string): Promise<Rechecked> {
  return (await apiPost<Envelope & { data: Rechecked }>('/admin/orders/recheck', { orderId })).data
}

/** What is said about an order whose money went back. */
export interface Refund {
  orderId: string
  reason: string
  /** What it gave and is not used up is taken back. */
  endVip: boolean
  /** How many payments the operator has seen. */
  payments: number
}

/** Marks an order as refunded: `POST /admin/orders/refund`. */
export async function refundOrder(refund: Refund): Promise<Refunded> {
  return (await apiPost<Envelope & { data: Refunded }>('/admin/orders/refund', refund)).data
}
