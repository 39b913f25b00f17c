import { channelName } from '@/entities/order/channels.ts'
import type { Schemas } from '@/shared/api/contract.ts'

/** Whether there is a payment to refund. */
export function isRefundable(status: number): boolean {
  return status === 1 || status === 2
}

/** Labels of payment results. */
export const OUTCOME_NAMES: Readonly<Record<string, string>> = {
  granted: '已到账',
  manual: '人工补单',
  already: '此前已处理',
  amount_mismatch: '金额或渠道不符',
  second: '重复付款',
  orphaned: '账号已注销',
  unknown: '没有这个订单',
}

/** Where money was received; by transfer and the like it is elsewhere. */
export function moneyChannelName(channel: string): string {
  return channel === 'other' ? '其他' : channelName(channel)
}

interface Paid {
  payChannel: string
  receivedChannel?: string | null | undefined
  sandbox: boolean
}

/** Where an order is paid; notes orders granted by hand and sandbox payments. */
export function paidThrough({ payChannel, receivedChannel, sandbox }: Paid): string {
  const channel = moneyChannelName(receivedChannel ?? payChannel)
  return `${channel}${receivedChannel ? ' · 补单' : ''}${sandbox ? ' · 沙箱' : ''}`
}

/** The message after a query of the provider, and whether it is good news. */
export function recheckText({ paid, outcome }: Schemas['RecheckResult']): { text: string; good: boolean } {
  if (!paid) return { text: '支付平台没有收到付款', good: false }
  const good = outcome === 'granted' || outcome === 'already'
  return { text: `支付平台已收款：${OUTCOME_NAMES[outcome] ?? outcome}`, good }
}

/** Labels of refunds that were sent. */
export const REFUND_STATES: Readonly<Record<Schemas['RefundState'], string>> = {
  pending: '处理中',
  succeeded: '已退回',
  failed: '失败',
  unknown: '没有结果',
}

/** Whether a refund may still send money. */
export function isOpenRefund({ state }: Schemas['OrderRefund']): boolean {
  return state === 'pending' || state === 'unknown'
}

/** The message after a refund. */
export function refundText({ state, daysTakenBack, codeRevoked }: Schemas['RefundResult']): string {
  if (state === 'pending' || state === 'unknown') return '退款已提交，支付平台处理中'
  const done = state ? '已退回' : '已标记退款'
  if (codeRevoked) return `${done}，激活码已作废`
  return daysTakenBack > 0 ? `${done}，收回 ${daysTakenBack} 天` : done
}
