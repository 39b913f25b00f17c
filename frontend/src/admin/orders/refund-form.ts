import type { BodyOf } from '@/shared/api/contract.ts'
import type { OrderHistory } from '@/shared/api/types.ts'
import { priceRule } from './grant-form.ts'
import { moneyChannelName } from './order-labels.ts'

export type RefundTexts = Record<'price' | 'tradeNo' | 'reason', string>
type Refund = BodyOf<'/admin/orders/refund'>

/** A payment that its provider can send back, and what is left of it. */
export interface Refundable {
  value: string
  label: string
  left: string
}

const FEN_OF_YUAN = 100

function fenOf(yuan: string): number {
  return Math.round(Number(yuan) * FEN_OF_YUAN)
}

/** The payments of an order of which something is left, less what was sent back or is on its way. */
export function refundables({ payments, refunds }: OrderHistory): Refundable[] {
  return payments.flatMap(({ tradeNo, payChannel, price }) => {
    const sent = refunds.filter((refund) => refund.tradeNo === tradeNo && refund.state !== 'failed')
    const left = fenOf(price) - sent.reduce((sum, refund) => sum + fenOf(refund.price), 0)
    if (payChannel === 'other' || left <= 0) return []
    const yuan = (left / FEN_OF_YUAN).toFixed(2)
    return [{ value: tradeNo, label: `${moneyChannelName(payChannel)} ¥${price} · 可退 ¥${yuan}`, left: yuan }]
  })
}

/** An amount of at most what is left of the chosen payment. */
export function refundPriceRule(all: readonly Refundable[]) {
  return (text: string, { tradeNo }: RefundTexts): string | null => {
    const left = all.find(({ value }) => value === tradeNo)?.left
    if (left === undefined) return null
    return priceRule(text) ?? (fenOf(text.trim()) > fenOf(left) ? `最多可退 ¥${left}` : null)
  }
}

/** Whether nothing is left of the chosen payment after this refund. */
export function isWhole(all: readonly Refundable[], { tradeNo, price }: RefundTexts): boolean {
  const left = all.find(({ value }) => value === tradeNo)?.left
  return left === undefined || fenOf(price.trim()) >= fenOf(left)
}

/** The request body: with a payment to send back, or as a mark of what was refunded elsewhere. */
export function refundWish(order: OrderHistory, texts: RefundTexts, isSent: boolean, endVip: boolean): Refund {
  const marked = {
    orderId: order.orderId,
    reason: texts.reason.trim(),
    endVip,
    payments: order.payments.length + order.refunds.length,
  }
  return isSent ? { ...marked, tradeNo: texts.tradeNo, price: texts.price.trim() } : marked
}
