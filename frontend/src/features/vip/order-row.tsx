import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { checkOrder, ordersOptions } from '@/entities/order/api/orders.ts'
import { channelName } from '@/entities/order/channels.ts'
import { refreshLevel } from '@/entities/user/use-level.ts'
import type { Order } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { copyText } from '@/shared/lib/clipboard.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { abnormalReason, orderLook, reissuePath } from './order-status.ts'
import { Amount } from './price.tsx'

/** An order: what was bought, its number and time, and how its payment stands (spec §2.9). */
export function OrderRow({ order }: { order: Order }) {
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
              <Icon name="copy" size={16} />
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
      <div className="order-status">
        {look === 'unpaid' && <Unpaid order={order} />}
        {look === 'paid' && (
          <p className="order-paid">
            <Icon name="check" size={18} />
            已支付-完成
          </p>
        )}
        {look === 'abnormal' && (
          <p className="order-abnormal">
            <span className="order-abnormal-word">异常</span>
            {abnormalReason(order.status)}
          </p>
        )}
      </div>
    </article>
  )
}

/** The way to ask whether an order is paid by now, and the way to support when it was. */
function Unpaid({ order }: { order: Order }) {
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: () => checkOrder(order.orderId),
    onSuccess: (text) => {
      toast(text, { kind: 'success' })
      refreshLevel(client)
      return client.invalidateQueries({ queryKey: ordersOptions().queryKey })
    },
  })
  return (
    <>
      <button
        type="button"
        className="chip order-refresh"
        aria-disabled={check.isPending || undefined}
        onClick={() => check.isPending || check.mutate()}
      >
        <Icon name="refresh" size={16} />
        {check.isPending ? '刷新中' : '未支付-刷新'}
      </button>
      <Link to={reissuePath(order)} className="chip">
        未到账?[联系客服补发]
      </Link>
    </>
  )
}

/** A bought activation code, with the ways to copy and to redeem it. */
function Code({ code, used }: { code: string; used: boolean }) {
  return (
    <div className="order-code">
      <p>
        <span className="order-code-word">激活码{used && '（已使用）'}</span>
        <code data-used={used || undefined}>{code}</code>
      </p>
      <button type="button" className="chip" onClick={() => void copyText(code)}>
        <Icon name="copy" size={16} />
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
