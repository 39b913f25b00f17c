import type { Order } from '@/shared/api/types.ts'

const UNPAID = 0
const PAID = 1
const CLOSED = 3
const REFUNDED = 4

/** Payment state shown in a row (R11.4 to R11.7). */
export type OrderLook = 'unpaid' | 'paid' | 'abnormal'

/** The state by status: 0 unpaid, 1 paid, others abnormal. */
export function orderLook(status: number): OrderLook {
  if (status === UNPAID) return 'unpaid'
  return status === PAID ? 'paid' : 'abnormal'
}

/** Whether nothing can be done: it expired unpaid or was refunded. */
export function isOver(status: number): boolean {
  return status === CLOSED || status === REFUNDED
}

/** Whether the provider can still be queried, since late payments arrive too. */
export function canBeAsked(status: number): boolean {
  return status === UNPAID || status === CLOSED
}

/** Details of an abnormal order; empty if there are none. */
export function abnormalReason({ status, reason }: Pick<Order, 'status' | 'reason'>): string {
  if (status === CLOSED) return '已关闭'
  if (status === REFUNDED) return '已退款'
  return reason ?? ''
}

/** Toast kind of a status. */
export function toneOf(status: number): 'success' | 'warning' | 'error' | 'plain' {
  if (status === PAID) return 'success'
  if (status === UNPAID) return 'warning'
  return orderLook(status) === 'abnormal' && !isOver(status) ? 'error' : 'plain'
}

/** Seconds as `m:ss`. */
export function clockOf(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}

type Named = Pick<Order, 'orderId' | 'payName'>

/** Path of a new message to support about a paid order that was not delivered. */
export function reissuePath(order: Named): string {
  return messagePath(`订单已付款但未到账，请补发。${facts(order)}`)
}

/** Path of a new message to support about an abnormal order. */
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
