import type { AuditEntry, OrderHistory } from '@/shared/api/types.ts'
import { statusName } from '../kit/order-names.ts'
import { moneyChannelName, OUTCOME_NAMES, paidThrough } from './order-labels.ts'

/** Something that happened to an order. */
export interface OrderEvent {
  time: string
  title: string
  detail: string
}

const CLOSED = 3

/** The history of an order, oldest first; stable within one second. */
export function timelineOf(order: OrderHistory): OrderEvent[] {
  const events: OrderEvent[] = [
    {
      time: order.createTime,
      title: '下单',
      detail: `${order.payName} · ${order.price} 元 · ${paidThrough({ ...order, receivedChannel: null })}`,
    },
    ...order.payments.map(({ createTime, price, outcome, payChannel, tradeNo }) => ({
      time: createTime,
      title: `收到付款 ${price} 元`,
      detail: [
        OUTCOME_NAMES[outcome] ?? outcome,
        ...(payChannel === order.payChannel ? [] : [moneyChannelName(payChannel)]),
        tradeNo,
      ].join(' · '),
    })),
    ...codeEvents(order),
    ...order.grants.map(({ createTime, days, userName, endTime, startTime }) => ({
      time: createTime,
      title: days < 0 ? `收回 ${-days} 天` : days === 0 ? '没有剩余天数可收回' : `开通 ${days} 天`,
      detail: `${userName || '账号已注销'} · ${days < 0 ? `到期改为 ${startTime}` : `至 ${endTime}`}`,
    })),
    ...order.audit.map((entry) => ({ time: entry.createTime, ...auditText(entry) })),
  ]
  if (order.status === CLOSED) events.push({ time: order.updateTime, title: '订单关闭', detail: '没有按时支付' })
  return events.sort((one, other) => one.time.localeCompare(other.time))
}

function codeEvents({ code }: OrderHistory): OrderEvent[] {
  if (!code) return []
  const name = `激活码 …${code.last4}`
  return [
    ...(code.useTime
      ? [{ time: code.useTime, title: '激活码被使用', detail: `${name} · ${code.usedBy || '账号已注销'}` }]
      : []),
    ...(code.revokeTime ? [{ time: code.revokeTime, title: '激活码作废', detail: name }] : []),
  ]
}

function auditText({ action, actor, reason, before, after }: AuditEntry): Omit<OrderEvent, 'time'> {
  if (action === 'orders.grant') return { title: '人工补单', detail: `${actor} · ${reason}` }
  if (action === 'orders.grant.ask') return { title: '申请补单', detail: `${actor} · ${reason}` }
  if (action === 'orders.grant.cancel') return { title: '撤回补单申请', detail: actor }
  if (action === 'orders.refund') return { title: refundTitle(after), detail: `${actor || '系统'} · ${reason}` }
  const [was, is] = [statusOf(before), statusOf(after)]
  const change = was === is ? `仍为${statusName(is)}` : `${statusName(was)} → ${statusName(is)}`
  return { title: '重新查询', detail: `${actor} · ${change}` }
}

/** A refund that was sent is logged when it is asked for, and with its result. */
function refundTitle(after: unknown): string {
  if (typeof after !== 'object' || after === null || !('state' in after)) return '标记退款'
  const title = { pending: '发起原路退款', succeeded: '原路退款成功', failed: '原路退款失败' }[String(after.state)]
  return 'price' in after ? `${title ?? '原路退款'} ${after.price} 元` : (title ?? '原路退款')
}

function statusOf(state: unknown): number {
  const status = typeof state === 'object' && state !== null && 'status' in state ? state.status : null
  return typeof status === 'number' ? status : -1
}
