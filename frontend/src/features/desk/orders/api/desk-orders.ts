import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { DeskOrder, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { DESK_KEY } from '../../desk-key.ts'
import type { TableSort } from '../../table-sort.ts'

/** First parts of the keys of the orders table and of every order in it. */
export const DESK_ORDERS_KEY = [...DESK_KEY, 'orders'] as const

/** A row of the table, known by the order's number. */
export type OrderRow = DeskOrder & { id: string }

/** Which orders to list. */
export interface DeskOrdersFilter extends TableSort {
  /** An order's number, a payment's, or a user name; whole. */
  keyword: string
  /** One of the statuses R11.4 to R11.7; every status when empty. */
  status: string
  /** A way to pay; all without. */
  channel: string
  page: number
}

/** Everybody's orders, unsorted the newest first: `GET /admin/orders`. */
export function deskOrdersOptions({ page, ...filter }: DeskOrdersFilter) {
  return queryOptions({
    queryKey: [...DESK_ORDERS_KEY, 'list', { ...filter, page }],
    queryFn: async ({ signal }): Promise<ListAnswer<OrderRow>> => {
      const query = { ...filter, pageNum: page, pageSize: PAGE_SIZE.desk }
      const answer = await apiGet<ListAnswer<DeskOrder>>('/admin/orders', query, { signal, silent: true })
      return { ...answer, rows: answer.rows.map((row) => ({ ...row, id: row.orderId })) }
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
