import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { offeredChannels } from '@/entities/order/channels.ts'
import { type PlanKind, plansOptions } from '@/entities/vip/api.ts'
import type { Plan } from '@/shared/api/types.ts'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { dailyPrice } from './plan-price.ts'
import { Price } from './price.tsx'
import './plan-choice.css'

const SKELETONS = [0, 1, 2]

interface PlanChoiceProps {
  kind: PlanKind
  /** For screen readers only. */
  label: string
  /** The selected plan. */
  current: Plan | undefined
  onChoose: (id: string) => void
}

/** The selected plan; the first one by default (R10.3). */
export function useChosenPlan(kind: PlanKind, id: string | null): Plan | undefined {
  const { data } = useQuery(plansOptions(kind))
  return data?.find((plan) => plan.id === id) ?? data?.[0]
}

/** The plans on sale. */
export function PlanChoice(props: PlanChoiceProps) {
  const plans = useQuery(plansOptions(props.kind))
  return (
    <QueryView query={plans} fallback={<Skeleton count={props.kind === 'time' ? SKELETONS.length : 2} />}>
      {(rows) => <Plans plans={rows} {...props} />}
    </QueryView>
  )
}

/** A group of radio buttons that look like cards. */
function Plans({ plans, label, current, onChoose }: PlanChoiceProps & { plans: readonly Plan[] }) {
  const name = useId()
  if (plans.length === 0) {
    const hint = offeredChannels().length > 0 ? '请稍后再来看看。' : '本站暂不支持在线购买，可以使用激活码。'
    return <EmptyView text="暂无在售套餐" hint={hint} />
  }
  return (
    <fieldset className="plans">
      <legend className="visually-hidden">{label}</legend>
      {plans.map((plan) => (
        <label key={plan.id} className="plan" data-chosen={plan.id === current?.id || undefined}>
          <input
            type="radio"
            name={name}
            value={plan.id}
            checked={plan.id === current?.id}
            onChange={() => onChoose(plan.id)}
          />
          <span className="plan-text">
            <span className="plan-name">{plan.name}</span>
            {plan.remark && <span className="plan-remark">{plan.remark}</span>}
            {plan.days > 0 && <span className="plan-daily numeric">约{dailyPrice(plan)}元/天</span>}
          </span>
          <Price plan={plan} />
        </label>
      ))}
    </fieldset>
  )
}

function Skeleton({ count }: { count: number }) {
  return (
    <div className="plans" role="status" aria-label="加载中">
      {SKELETONS.slice(0, count).map((index) => (
        <span key={index} className="plan plan-skeleton skeleton" />
      ))}
    </div>
  )
}
