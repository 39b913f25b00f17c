import type { Plan } from '@/shared/api/types.ts'
import { formatYuan } from '@/shared/lib/format.ts'
import './price.css'

/** Price of a plan: 活动价 and original price if they differ, else the price alone (R10.4). */
export function Price({ plan: { currentPrice, origPrice } }: { plan: Plan }) {
  if (currentPrice === origPrice) return <Amount price={currentPrice} />
  return (
    <span className="price">
      <span className="price-now">
        <span className="price-label">活动价</span> <Amount price={currentPrice} />
      </span>
      <s className="price-before numeric">
        <span className="visually-hidden">原价</span> {formatYuan(origPrice)}元
      </s>
    </span>
  )
}

/** An amount of yuan. */
export function Amount({ price }: { price: string }) {
  return (
    <span className="price-amount numeric">
      <strong>{formatYuan(price)}</strong>元
    </span>
  )
}
