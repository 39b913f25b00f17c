import { skipToken, useQuery } from '@tanstack/react-query'
import { userInfoOptions } from '@/entities/user/api.ts'
import { dateOnly, dayOf } from '@/shared/lib/format.ts'
import { partsFor } from '../kit/sections.ts'
import { ordersOfOptions } from './api.ts'
import type { PlaceholderValues } from './template-text.ts'

/** What placeholders stand for in a reply to a member; the order is that of who may see orders. */
export function usePlaceholders(userName: string, vipUntil: string | undefined): PlaceholderValues {
  const permissions = useQuery(userInfoOptions()).data?.permissions ?? []
  const mayOrders = partsFor(permissions).some(({ section }) => section === 'orders')
  const options = ordersOfOptions(userName)
  const orders = useQuery(mayOrders ? options : { ...options, queryFn: skipToken })
  const latest = orders.data?.rows.find((row) => row.userName === userName)
  return {
    用户名: userName,
    日期: dayOf(Date.now() / 1000),
    VIP到期: vipUntil && dateOnly(vipUntil),
    订单号: latest?.orderId,
  }
}
