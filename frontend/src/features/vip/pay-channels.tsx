import { useQuery } from '@tanstack/react-query'
import { Check, CircleQuestionMark, Ticket } from 'lucide'
import { Link } from 'react-router-dom'
import { ordersOptions } from '@/entities/order/api.ts'
import { offeredChannels } from '@/entities/order/channels.ts'
import { isVip } from '@/entities/user/level.ts'
import { useLevel } from '@/entities/user/use-level.ts'
import type { Plan } from '@/shared/api/types.ts'
import { dateOnly, formatYuan } from '@/shared/lib/format.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { ChannelMark } from './channel-mark.tsx'
import { OpenInBrowser } from './open-in-browser.tsx'
import { OpenedByHand } from './opened-by-hand.tsx'
import type { OrderLook } from './order-status.ts'
import { appOf, opensIn } from './scene.ts'
import type { usePayment } from './use-payment.ts'
import './pay-channels.css'

interface PayChannelsProps {
  plan: Plan
  payment: ReturnType<typeof usePayment>
}

/** The payment channels with prices, and a link to the orders after payment (R11.1). */
export function PayChannels({ plan, payment }: PayChannelsProps) {
  const { pay, busy, byHand, orderId, settled } = payment
  const app = appOf(navigator.userAgent)
  const offered = offeredChannels().filter(({ channel }) => opensIn(app, channel))
  if (settled) return <Settled {...settled} plan={plan} orderId={orderId} />
  return (
    <div className="channels">
      {app && <OpenInBrowser app={app} />}
      {offered.map(({ channel, name }) => (
        <button
          key={channel}
          type="button"
          className="channel"
          aria-disabled={busy !== null || undefined}
          onClick={() => pay(channel)}
        >
          <ChannelMark channel={channel} />
          <span className="channel-name">{name}支付</span>
          <span className="channel-price numeric">
            {busy === channel ? '正在下单' : `${formatYuan(plan.currentPrice)}元`}
          </span>
        </button>
      ))}
      {byHand && <OpenedByHand {...byHand} />}
      <p className="channels-terms">
        付款即表示同意<Link to="/terms">用户协议</Link>
      </p>
      {orderId && (
        <p className="channels-waiting" role="status">
          等待支付结果，付款后这里会自动更新
        </p>
      )}
      <Link to="/orders" className="channels-done" replace>
        <Icon of={Check} size={18} />
        已完成支付，查看订单
      </Link>
    </div>
  )
}

interface SettledProps {
  look: OrderLook
  text: string
  plan: Plan
  orderId: string | null
}

/** Result of an order paid in the other window, and what it gave. */
function Settled({ look, text, plan, orderId }: SettledProps) {
  const isPaid = look === 'paid'
  return (
    <div className="channels">
      <p className="channels-settled" data-look={look} role="status">
        <Icon of={isPaid ? Check : CircleQuestionMark} size={28} />
        {text}
      </p>
      {isPaid && (plan.kind === 'code' ? <BoughtCode orderId={orderId} /> : <Until />)}
      <Link to="/orders" className="channels-done" replace>
        查看订单
      </Link>
    </div>
  )
}

/** Until when VIP lasts now. */
function Until() {
  const level = useLevel()
  if (!isVip(level) || !level?.expireTime) return null
  return <p className="channels-until numeric">VIP 有效至 {dateOnly(level.expireTime)}</p>
}

/** Puts the code of the order into the form of activation codes. */
function BoughtCode({ orderId }: { orderId: string | null }) {
  const code = useQuery(ordersOptions()).data?.find((order) => order.orderId === orderId)?.activationCode
  if (!code) return null
  return (
    <Link to="/sub" replace state={{ code }} className="channels-done">
      <Icon of={Ticket} size={18} />
      填入激活码
    </Link>
  )
}
