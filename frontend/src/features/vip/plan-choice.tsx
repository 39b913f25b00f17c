import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type PlanKind, plansOptions } from '@/entities/vip/api.ts'
import type { Plan } from '@/shared/api/types.ts'
import { StaleNote } from '@/shared/ui/query-view.tsx'
import { EmptyView, ErrorView } from '@/shared/ui/states.tsx'
import { dailyPrice } from './plan-price.ts'
import { Price } from './price.tsx'
import './plan-choice.css'

const WAITING = [0, 1, 2]

interface PlanChoiceProps {
  kind: PlanKind
  /** Heard, not seen: what is chosen here. */
  label: string
  /** The chosen plan. */
  current: Plan | undefined
  onChoose: (id: string) => void
}

/** The chosen plan among those on sale; the first one until somebody chooses (R10.3). */
export function useChosenPlan(kind: PlanKind, id: string | null): Plan | undefined {
  const { data } = useQuery(plansOptions(kind))
  return data?.find((plan) => plan.id === id) ?? data?.[0]
}

/** The plans on sale: a group of radio buttons that look like cards. */
export function PlanChoice({ kind, label, current, onChoose }: PlanChoiceProps) {
  const plans = useQuery(plansOptions(kind))
  const name = useId()
  if (plans.isPending) return <Skeleton count={kind === 'time' ? WAITING.length : 2} />
  if (!plans.data) return <ErrorView error={plans.error} onRetry={() => void plans.refetch()} />
  if (plans.data.length === 0) return <EmptyView text="暂无在售套餐" hint="请稍后再来看看。" />
  return (
    <fieldset className="plans">
      <legend className="visually-hidden">{label}</legend>
      {plans.isRefetchError && <StaleNote onRetry={() => void plans.refetch()} />}
      {plans.data.map((plan) => (
        <label key={plan.id} className="plan" data-chosen={plan.id === current?.id || undefined}>
          <input
            type="radio"
            name={name}
            value={plan.id}
            checked={plan.id === current?.id}
            onChange={() => onChoose(plan.id)}
          />
          <span className="plan-words">
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
      {WAITING.slice(0, count).map((index) => (
        <span key={index} className="plan plan-waiting skeleton" />
      ))}
    </div>
  )
}
