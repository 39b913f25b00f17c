const UNPAID = 0
const PAID = 1
/** Why an order is neither paid nor waiting to be. */
const REASONS: Record<number, string> = { 3: '订单已关闭', 4: '已退款' }

/** What a row of the orders shows about its payment (spec §2.9). */
export type OrderLook = 'unpaid' | 'paid' | 'abnormal'

/** The look of an order by its status: 0 unpaid, 1 paid, any other abnormal. */
export function orderLook(status: number): OrderLook {
  if (status === UNPAID) return 'unpaid'
  return status === PAID ? 'paid' : 'abnormal'
}

/** More about an abnormal order; empty when nothing is known. */
export function abnormalReason(status: number): string {
  return REASONS[status] ?? ''
}

/** Address of a new message to support about an order that was paid and did not arrive. */
export function reissuePath(order: { orderId: string; payName: string }): string {
  const message = `订单已付款但未到账，请补发。商品：${order.payName}，订单号：${order.orderId}`
  return `/message?${new URLSearchParams({ message })}`
}
