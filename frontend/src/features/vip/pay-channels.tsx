import { Link } from 'react-router-dom'
import { CHANNELS } from '@/entities/order/channels.ts'
import type { VipPlan } from '@/shared/api/types.ts'
import { formatYuan } from '@/shared/lib/format.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { ChannelMark } from './channel-mark.tsx'
import { usePayment } from './use-payment.ts'
import './pay-channels.css'

/** The two ways to pay a plan, each with its price, and the way on once it is paid (spec §2.8). */
export function PayChannels({ plan }: { plan: VipPlan }) {
  const { pay, busy, blocked } = usePayment(plan)
  return (
    <div className="channels">
      {CHANNELS.map(({ channel, name }) => (
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
      {blocked && (
        <p className="channels-blocked" role="alert">
          浏览器拦截了支付窗口。
          <a href={blocked} target="_blank" rel="noopener noreferrer">
            点击前往支付
          </a>
        </p>
      )}
      <Link to="/orders" className="channels-done">
        <Icon name="check" size={18} />
        已完成支付，查看订单
      </Link>
    </div>
  )
}
