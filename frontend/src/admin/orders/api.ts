import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, QueryOf, Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPost, apiPostBytes, apiText } from '@/shared/api/http.ts'
import { IMPORT_PART_TIMEOUT_MS } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { pageQuery, TABLE_QUERY, type TableFilter } from '../kit/table-query.ts'

/** Query key prefix of the orders table and of every order in it. */
export const ADMIN_ORDERS_KEY = [...ADMIN_KEY, 'orders'] as const

/** What the orders are narrowed by, in lists, sums and files alike. */
export type OrdersQuery = QueryOf<'/admin/orders/sums'>

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

/** Sums of the orders: `GET /admin/orders/sums`. */
export function orderSumsOptions(query: OrdersQuery) {
  return queryOptions({
    queryKey: [...ADMIN_ORDERS_KEY, 'sums', query],
    queryFn: async ({ signal }) => (await apiGet('/admin/orders/sums', { query, signal })).data,
    ...TABLE_QUERY,
  })
}

/** The orders as CSV: `GET /admin/orders/export`. */
export function exportOrders(query: OrdersQuery): Promise<string> {
  return apiText('/admin/orders/export', { query })
}

/** History of an order: `GET /admin/orders/{id}`. */
export function orderHistoryOptions(id: string) {
  return queryOptions({
    queryKey: [...ADMIN_ORDERS_KEY, 'history', id],
    queryFn: async ({ signal }) => (await apiGet('/admin/orders/{id}', { path: { id }, signal })).data,
    staleTime: 0,
  })
}

/** The number of the order that an activation code was bought with: `POST /admin/orders/find`. */
export async function findOrder(code: string): Promise<string> {
  return (await apiPost('/admin/orders/find', { body: { code }, repeatable: true })).data.orderId
}

/** Queries the payment provider: `POST /admin/orders/recheck`. */
export async function recheckOrder(orderId: string): Promise<Schemas['RecheckResult']> {
  return (await apiPost('/admin/orders/recheck', { body: { orderId } })).data
}

/** Grants an order by hand: `POST /admin/orders/grant`. */
export async function grantOrder(grant: BodyOf<'/admin/orders/grant'>): Promise<Schemas['GrantResult']> {
  return (await apiPost('/admin/orders/grant', { body: grant })).data
}

/** Confirms or withdraws a grant that waits: `POST /admin/orders/grant/decide`. */
export async function decideGrant(decision: Schemas['GrantDecision']): Promise<Schemas['GrantResult']> {
  return (await apiPost('/admin/orders/grant/decide', { body: decision })).data
}

/** Compares a provider's bill: `POST /admin/orders/compare`. What goes wrong is said where the file was chosen. */
export async function compareBill(file: File): Promise<Schemas['BillComparison']> {
  const body = new Uint8Array(await file.arrayBuffer())
  const options = { body, timeout: IMPORT_PART_TIMEOUT_MS, silent: true, repeatable: true }
  return (await apiPostBytes('/admin/orders/compare', options)).data
}

/** Marks an order as refunded: `POST /admin/orders/refund`. */
export async function refundOrder(refund: BodyOf<'/admin/orders/refund'>): Promise<Schemas['RefundResult']> {
  return (await apiPost('/admin/orders/refund', { body: refund })).data
}
