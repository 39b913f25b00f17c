import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@/shared/api/contract.ts'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { formatSum } from '../kit/format-sum.ts'
import { MAX_DAYS } from '../kit/period.ts'
import { type OrdersQuery, orderSumsOptions } from './api.ts'
import { moneyChannelName } from './order-labels.ts'
import './order-sums.css'

type Money = Schemas['MoneySums']
type Parts = Money['channels']

interface OrderSumsProps {
  query: OrdersQuery
  /** Whether the list is short enough to be summed up. */
  limited: boolean
}

/** The sums of the orders below; the sandbox's stand apart. */
export function OrderSums({ query, limited }: OrderSumsProps) {
  if (limited) return <LimitedSums query={query} />
  return <p className="admin-note">选择不超过 {MAX_DAYS} 天的日期，或搜索，就能看到合计并导出。</p>
}

function LimitedSums({ query }: { query: OrdersQuery }) {
  const sums = useQuery(orderSumsOptions(query))
  if (sums.isPending) return null
  return (
    <section className="order-sums" aria-label="合计">
      <QueryView query={sums}>
        {({ live, sandbox }) => (
          <>
            {(live.orders > 0 || !sandbox) && <Sums money={live} />}
            {sandbox && <Sums money={sandbox} label="沙箱，没有真实付款" />}
          </>
        )}
      </QueryView>
    </section>
  )
}

function Sums({ money, label }: { money: Money; label?: string }) {
  const { orders, paid, paidSum, refunded, refundedSum, netSum, abnormal, abnormalSum } = money
  return (
    <>
      <p className="order-sums-line numeric">
        {label && <span className="order-sums-parts">{label}</span>}
        <span className="order-sums-net">净额 {formatSum(netSum)}</span>
        <span>共 {orders} 单</span>
        <span>
          收款 {paid} 单 {formatSum(paidSum)}
        </span>
        <span>
          退款 {refunded} 单 {formatSum(refundedSum)}
        </span>
        {abnormal > 0 && (
          <span>
            异常 {abnormal} 单，待处理 {formatSum(abnormalSum)}
          </span>
        )}
      </p>
      <PartsLine label="渠道净额" parts={money.channels} name={moneyChannelName} />
      <PartsLine label="套餐净额" parts={money.plans} name={(name) => name} />
    </>
  )
}

function PartsLine({ label, parts, name }: { label: string; parts: Parts; name: (name: string) => string }) {
  if (parts.length === 0) return null
  return (
    <p className="order-sums-line order-sums-parts numeric">
      <span>{label}</span>
      {parts.map((part) => (
        <span key={part.name}>
          {name(part.name)} {formatSum(part.netSum)}（{part.paid} 单）
        </span>
      ))}
    </p>
  )
}
