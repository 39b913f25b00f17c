import type { Order } from '@/shared/api/types.ts'

const UNPAID = 0
const PAID = 1
const CLOSED = 3
const REFUNDED = 4

/** What a row of the orders shows about its payment (R11.4 to R11.7). */
export type OrderLook = 'unpaid' | 'paid' | 'abnormal'

/** The look of an order by its status: 0 unpaid, 1 paid, any other abnormal. */
export function orderLook(status: number): OrderLook {
  if (status === UNPAID) return 'unpaid'
  return status === PAID ? 'paid' : 'abnormal'
}

/** Whether nobody has to do anything about an order: it was not paid in time, or the money went back. */
export function isOver(status: number): boolean {
  return status === CLOSED || status === REFUNDED
}

/** Whether the provider may still be asked about an order: a late payment arrives all the same. */
export function canBeAsked(status: number): boolean {
  return status === UNPAID || status === CLOSED
}

/** More about an abnormal order; empty when nothing is known. */
export function abnormalReason({ status, reason }: Pick<Order, 'status' | 'reason'>): string {
  if (status === CLOSED) return '已关闭'
  if (status === REFUNDED) return '已退款'
  return reason ?? ''
}

/** How the answer about an order is announced. */
export function toneOf(status: number): 'success' | 'warning' | 'error' | 'plain' {
  if (status === PAID) return 'success'
  if (status === UNPAID) return 'warning'
  return orderLook(status) === 'abnormal' && !isOver(status) ? 'error' : 'plain'
}

/** Minutes and seconds of a wait, as a clock shows them. */
export function clockOf(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}

type Named = Pick<Order, 'orderId' | 'payName'>

/** Address of a new message to support about an order that was paid and did not arrive. */
export function reissuePath(order: Named): string {
  return messagePath(`订单已付款但未到账，请补发。${facts(order)}`)
}

/** Address of a new message to support about an abnormal order. */
export function abnormalPath(order: Named & Pick<Order, 'status' | 'reason'>): string {
  const reason = abnormalReason(order)
  return messagePath(`订单异常${reason && `（${reason}）`}，请协助处理。${facts(order)}`)
}

function facts({ payName, orderId }: Named): string {
  return `商品：${payName}，订单号：${orderId}`
}

function messagePath(message: string): string {
  return `/message?${new URLSearchParams({ message })}`
}
