import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { pageQuery, TABLE_QUERY, type TableFilter } from '../kit/table-query.ts'

/** Query key prefix of the orders table and of every order in it. */
export const ADMIN_ORDERS_KEY = [...ADMIN_KEY, 'orders'] as const

/** A table row; its id is the order number. */
export type OrderRow = Schemas['AdminOrder'] & { id: string }

/** All orders, newest first by default: `GET /admin/orders`. */
export function adminOrdersOptions({ page, ...filter }: TableFilter<'/admin/orders'>) {
  return queryOptions({
    queryKey: [...ADMIN_ORDERS_KEY, 'list', { ...filter, page }],
    queryFn: async ({ signal }) => {
      const answer = await apiGet('/admin/orders', { query: { ...filter, ...pageQuery(page) }, signal })
      return { ...answer, rows: answer.rows.map((row): OrderRow => ({ ...row, id: row.orderId })) }
    },
    ...TABLE_QUERY,
  })
}

/** History of an order: `GET /admin/orders/{id}`. */
export function orderHistoryOptions(id: string) {
  return queryOptions({
    queryKey: [...ADMIN_ORDERS_KEY, 'history', id],
    queryFn: async ({ signal }) => (await apiGet('/admin/orders/{id}', { path: { id }, signal })).data,
    staleTime: 0,
  })
}

/** Queries the payment provider: `POST /admin/orders/recheck`. */
export async function recheckOrder(orderId: string): Promise<Schemas['Rechecked']> {
  return (await apiPost('/admin/orders/recheck', { body: { orderId } })).data
}

/** Marks an order as refunded: `POST /admin/orders/refund`. */
export async function refundOrder(refund: BodyOf<'/admin/orders/refund'>): Promise<Schemas['Refunded']> {
  return (await apiPost('/admin/orders/refund', { body: refund })).data
}
