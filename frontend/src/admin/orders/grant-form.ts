import type { BodyOf } from '@/shared/api/contract.ts'
import type { OrderHistory } from '@/shared/api/types.ts'
import { TRADE_NUMBER_MAX } from '@/shared/config/constants.ts'

export type GrantTexts = Record<'price' | 'payChannel' | 'tradeNo' | 'reason', string>
type Grant = BodyOf<'/admin/orders/grant'>

/** Where money is received. */
export const MONEY_CHANNELS = [
  { value: 'alipay', label: '支付宝' },
  { value: 'weixin', label: '微信' },
  { value: 'other', label: '其他（转账等）' },
] as const

const OPEN = [0, 2, 3]

/** Whether an order can be granted by hand: it was never paid, and its member is still there. */
export function isGrantable({ status, paidTime, userName }: OrderHistory): boolean {
  return OPEN.includes(status) && !paidTime && userName !== ''
}

/** What the form begins with: the payment that a provider has reported, or what was ordered. */
export function grantTexts({ payments, price, payChannel }: OrderHistory): GrantTexts {
  const [reported] = payments
  return reported && payments.length === 1
    ? { price: reported.price, payChannel: reported.payChannel, tradeNo: reported.tradeNo, reason: '' }
    : { price, payChannel, tradeNo: '', reason: '' }
}

/** An amount in yuan above 0. */
export function priceRule(text: string): string | null {
  const price = text.trim()
  if (!/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/.test(price)) return '请填写金额，最多两位小数'
  return Number(price) > 0 ? null : '金额必须大于 0'
}

/** The number of a payment. */
export function tradeRule(text: string): string | null {
  const trade = text.trim()
  if (trade === '') return '请填写交易号或凭证号'
  if (Array.from(trade).length < 4) return '至少4位'
  return /^[0-9A-Za-z\u4e00-\u9fff._-]+$/.test(trade) && Array.from(trade).length <= TRADE_NUMBER_MAX
    ? null
    : '只能用中文、字母、数字、.、_ 或 -'
}

/** The request body of the form. */
export function grantWish(order: OrderHistory, texts: GrantTexts): Grant {
  const { value } = MONEY_CHANNELS.find((channel) => channel.value === texts.payChannel) ?? MONEY_CHANNELS[2]
  return {
    orderId: order.orderId,
    price: texts.price.trim(),
    payChannel: value,
    tradeNo: texts.tradeNo.trim(),
    reason: texts.reason.trim(),
    payments: order.payments.length,
  }
}
