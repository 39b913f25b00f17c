import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { AdminOrder, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'
import type { TableSort } from '../../kit/table-sort.ts'

/** First parts of the keys of the orders table and of every order in it. */
export const ADMIN_ORDERS_KEY = [...ADMIN_KEY, 'orders'] as const

/** A row of the table, known by the order's number. */
export type OrderRow = AdminOrder & { id: string }

/** Which orders to list. */
export interface AdminOrdersFilter extends TableSort {
  /** An order's number, a payment's, or a user name; whole. */
  keyword: string
  /** One of the statuses of spec §3; all without. */
  status: string
  /** A way to pay; all without. */
  channel: string
  page: number
}

/** Everybody's orders, unsorted the newest first: `GET /admin/orders`. */
export function adminOrdersOptions({ page, ...filter }: AdminOrdersFilter) {
  return queryOptions({
    queryKey: [...ADMIN_ORDERS_KEY, 'list', { ...filter, page }],
    queryFn: async ({ signal }): Promise<ListAnswer<OrderRow>> => {
      const query = { ...filter, pageNum: page, pageSize: PAGE_SIZE.admin }
      const answer = await apiGet<ListAnswer<AdminOrder>>('/admin/orders', query, { signal, silent: true })
      return { ...answer, rows: answer.rows.map((row) => ({ ...row, id: row.orderId })) }
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
