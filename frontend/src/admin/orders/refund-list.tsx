import type { OrderHistory } from '@/shared/api/types.ts'
import { Button } from '@/shared/ui/button.tsx'
import { REFUND_STATES } from './order-labels.ts'

interface RefundListProps {
  refunds: OrderHistory['refunds']
  asking: boolean
  onAsk: () => void
}

/** The refunds that were sent through a provider; those without a result can be asked about. */
export function RefundList({ refunds, asking, onAsk }: RefundListProps) {
  if (refunds.length === 0) return null
  const isOpen = refunds.some(({ state }) => state === 'pending' || state === 'unknown')
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
      {isOpen && (
        <div className="dialog-actions">
          <Button loading={asking} loadingText="查询中" onClick={onAsk}>
            查询
          </Button>
        </div>
      )}
    </section>
  )
}
