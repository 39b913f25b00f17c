import { queryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { apiGet } from '@/shared/api/client.ts'
import type { Envelope, ListAnswer, Order } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** The member's latest orders: `GET /v2/orders/list`. Whoever comes back from paying sees them anew. */
export function ordersOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'orders'],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<Order>>(
        '/v2/orders/list',
        { pageNum: 1, pageSize: PAGE_SIZE.orders },
        { signal, silent: true },
      ),
    select: (answer) => answer.rows,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** Has the provider asked about an unpaid order; answers what to say: `GET /v2/orders/getOrderId/{orderId}`. */
export async function checkOrder(orderId: string): Promise<string> {
  return (await apiGet<Envelope>(`/v2/orders/getOrderId/${encodeURIComponent(orderId)}`)).msg
}
