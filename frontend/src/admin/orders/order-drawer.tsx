import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { OrderHistory } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { CODE_STATES } from '../kit/code-states.ts'
import { type Fact, FactList } from '../kit/fact-list.tsx'
import { OrderStatus } from '../kit/order-status.tsx'
import { useRecentItem } from '../kit/recent-items.ts'
import { useAction } from '../kit/use-action.ts'
import { orderHistoryOptions, recheckOrder } from './api.ts'
import { GrantDialog } from './grant-dialog.tsx'
import { isGrantable } from './grant-form.ts'
import { GrantRequest } from './grant-request.tsx'
import { isOpenRefund, isRefundable, paidThrough, recheckText } from './order-labels.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundList } from './refund-list.tsx'
import { timelineOf } from './timeline.ts'
import './order-drawer.css'

/** Permission to grant by hand and to refund. */
const REFUND = 'orders:refund'
/** What a query about refunds says: the list shows what became of them. */
const ASKED = { text: '已查询', good: true }

/** An order with its history, with buttons to query the provider, to grant it by hand, and to refund it. */
export function OrderDrawer({ number, onClose }: { number: string; onClose: () => void }) {
  const order = useQuery(orderHistoryOptions(number))
  useRecentItem('orders', number, order.data?.orderId, order.data && `${order.data.payName} · ${order.data.userName}`)
  return (
    <Dialog title="订单详情" open onClose={onClose} shape="drawer">
      <div className="admin-drawer">
        <QueryView query={order}>{(data) => <OrderDetail order={data} />}</QueryView>
      </div>
    </Dialog>
  )
}

function OrderDetail({ order }: { order: OrderHistory }) {
  const info = useQuery(userInfoOptions())
  const [refunding, setRefunding] = useState(false)
  const recheck = useAction({
    run: () => recheckOrder(order.orderId),
    refresh: [ADMIN_KEY],
    onDone: (answer) => {
      const { text, good } = order.refunds.some(isOpenRefund) ? ASKED : recheckText(answer)
      toast(text, { kind: good ? 'success' : 'warning' })
    },
  })
  const [granting, setGranting] = useState(false)
  const mayDecide = info.data?.permissions.includes(REFUND)
  const asked = order.grantRequest?.operator
  const me = info.data?.user?.userName
  const isOwn = me === order.userName
  const mayRefund = isRefundable(order.status) && mayDecide && !isOwn
  const mayGrant = isGrantable(order) && mayDecide && !isOwn && (!asked || asked === me)
  const facts: Fact[] = [
    ['状态', <OrderStatus key="status" status={order.status} />],
    ['订单号', order.orderId],
    ['会员', order.userName || '账号已注销'],
    ['商品', `${order.payName} · ${order.days} 天${order.kind === 'code' ? '激活码' : ''}`],
    ['金额', `¥${order.price} · ${paidThrough(order)}`],
    ...(order.received ? ([['实收', `¥${order.received}`]] as const) : []),
    ['交易号', order.tradeNo || '—'],
  ]
  if (order.code) facts.push(['激活码', `…${order.code.last4} · ${CODE_STATES[order.code.state]}`])
  return (
    <div className="admin-form">
      <FactList facts={facts} />
      {order.grantRequest && mayDecide && <GrantRequest order={order} request={order.grantRequest} me={me} />}
      <RefundList refunds={order.refunds} />
      <h3 className="order-drawer-head">经过</h3>
      <ol className="order-drawer-events" aria-label="经过">
        {timelineOf(order).map(({ time, title, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and are only ever added to
          <li key={index}>
            <time className="numeric">{time}</time>
            <span>{title}</span>
            <span className="order-drawer-event-detail">{detail}</span>
          </li>
        ))}
      </ol>
      <div className="dialog-actions">
        {mayGrant && <Button onClick={() => setGranting(true)}>补单</Button>}
        {mayRefund && <Button onClick={() => setRefunding(true)}>退款</Button>}
        <Button primary loading={recheck.isPending} loadingText="查询中" onClick={() => recheck.mutate()}>
          重新查询
        </Button>
      </div>
      {granting && <GrantDialog order={order} onClose={() => setGranting(false)} />}
      {refunding && <RefundDialog order={order} onClose={() => setRefunding(false)} />}
    </div>
  )
}
