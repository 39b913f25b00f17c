import type { OrderHistory } from '@/shared/api/types.ts'
import { REFUND_STATES } from './order-labels.ts'

/** The refunds that were sent through a provider. */
export function RefundList({ refunds }: { refunds: OrderHistory['refunds'] }) {
  if (refunds.length === 0) return null
  return (
    <section className="order-drawer-request" aria-label="原路退款">
      <h3 className="order-drawer-head">原路退款</h3>
      <ul className="order-drawer-refunds">
        {refunds.map(({ createTime, tradeNo, price, state, cause }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: refunds have no id, and are only ever added to
          <li key={index}>
            <span>
              ¥{price} · {REFUND_STATES[state]}
              {cause && `：${cause}`}
            </span>
            <span className="order-drawer-event-detail">
              <time className="numeric">{createTime}</time> · {tradeNo}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
