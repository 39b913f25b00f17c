import { Check, Copy } from 'lucide'
import { Link } from 'react-router-dom'
import { channelName } from '@/entities/order/channels.ts'
import type { Order } from '@/shared/api/types.ts'
import { copyText } from '@/shared/lib/clipboard.ts'
import { dateOnly } from '@/shared/lib/format.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { CheckButton } from './check-button.tsx'
import { OrderActions } from './order-actions.tsx'
import { abnormalPath, abnormalReason, canBeAsked, isOver, orderLook, reissuePath } from './order-status.ts'
import { Amount } from './price.tsx'
import '@/shared/ui/chip.css'
import '@/shared/ui/icon-button.css'

interface OrderRowProps {
  order: Order
  /** When the order was fetched, ms: the remaining time counts from there. */
  fetchedAt: number
  /** The end of VIP, beside the order that gave it last. */
  until?: string
}

/** An order: plan, number, time and payment state (R11.4 to R11.7). */
export function OrderRow({ order, fetchedAt, until }: OrderRowProps) {
  const look = orderLook(order.status)
  return (
    <article className="order" data-look={look} aria-label={`${order.payName} ${order.orderId}`}>
      <div className="order-head">
        <h2>{order.payName}</h2>
        <Amount price={order.price} />
      </div>
      <dl className="order-facts numeric">
        <div>
          <dt>订单号</dt>
          <dd>
            {order.orderId}
            <button
              type="button"
              className="icon-button"
              aria-label="复制订单号"
              onClick={() => void copyText(order.orderId)}
            >
              <Icon of={Copy} size={16} />
            </button>
          </dd>
        </div>
        <div>
          <dt>时间</dt>
          <dd>
            {order.createTime} · {channelName(order.payChannel)}
          </dd>
        </div>
      </dl>
      {order.activationCode && <Code code={order.activationCode} used={order.activationUsed === true} />}
      {look === 'unpaid' && <OrderActions order={order} fetchedAt={fetchedAt} />}
      <div className="order-status">
        {look === 'unpaid' && (
          <>
            <CheckButton order={order} text="未支付-刷新" />
            <Link to={reissuePath(order)} className="chip">
              未到账?[联系客服补发]
            </Link>
          </>
        )}
        {look === 'paid' && (
          <p className="order-paid">
            <Icon of={Check} size={18} />
            已支付-完成
          </p>
        )}
        {until && <p className="order-until numeric">VIP 有效至 {dateOnly(until)}</p>}
        {look === 'abnormal' && <Abnormal order={order} />}
      </div>
    </article>
  )
}

/** Why an order is abnormal, with the available actions. */
function Abnormal({ order }: { order: Order }) {
  const over = isOver(order.status)
  return (
    <>
      <p className="order-abnormal" data-over={over || undefined}>
        <span className="order-abnormal-label">异常</span>
        {abnormalReason(order)}
      </p>
      {(!over || canBeAsked(order.status)) && <CheckButton order={order} text="重新查询" />}
      {!over && (
        <Link to={abnormalPath(order)} className="chip">
          联系客服
        </Link>
      )}
    </>
  )
}

/** A bought activation code, with copy and redeem buttons. */
function Code({ code, used }: { code: string; used: boolean }) {
  return (
    <div className="order-code">
      <p>
        <span className="order-code-label">激活码{used && '（已使用）'}</span>
        <code data-used={used || undefined}>{code}</code>
      </p>
      <button type="button" className="chip" onClick={() => void copyText(code)}>
        <Icon of={Copy} size={16} />
        复制激活码
      </button>
      {!used && (
        <Link to="/sub" state={{ code }} className="chip">
          去激活
        </Link>
      )}
    </div>
  )
}
