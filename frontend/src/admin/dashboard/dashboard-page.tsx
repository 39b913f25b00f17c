import { skipToken, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import type { Dashboard } from '@/shared/api/types.ts'
import { lazyScreen } from '@/shared/lib/lazy-screen.tsx'
import { ErrorView } from '@/shared/ui/states.tsx'
import { CHECKLIST_EDIT, CHECKLIST_VIEW, checklistOptions } from '../kit/checklist.ts'
import { dashboardOptions } from '../kit/dashboard.ts'
import { DayPlot } from '../kit/day-plot.tsx'
import { formatSum } from '../kit/format-sum.ts'
import { partsFor } from '../kit/sections.ts'
import { type Series, seriesOf, sumOf } from '../kit/series.ts'
import { DaysTable } from './days-table.tsx'
import { MissedWords } from './missed-words.tsx'
import { StandingTiles, WaitingTiles } from './tiles.tsx'
import './dashboard.css'

const Checklist = lazyScreen(() => import('./checklist.tsx'))

/** Totals, open tasks and the last 30 days. Refreshes itself. */
export default function DashboardPage() {
  const { data, error, isError, refetch } = useQuery(dashboardOptions())
  const upkeep = useUpkeep()
  return (
    <>
      <div className="admin-head">
        <h1>概览</h1>
        {data && (
          <p className="board-time numeric" data-failed={isError || undefined}>
            {isError ? '更新失败，数据截至 ' : '数据截至 '}
            <time>{data.time.slice(11)}</time>
          </p>
        )}
      </div>
      {data && !upkeep.isPending && <Board data={data} checklist={upkeep.checklist} />}
      {!data && isError && <ErrorView error={error} onRetry={() => void refetch()} />}
      {(data ? upkeep.isPending : !isError) && <Skeleton />}
    </>
  )
}

interface BoardProps {
  data: Dashboard
  checklist: Schemas['Checklist'] | undefined
}

function Board({ data, checklist }: BoardProps) {
  const { data: info } = useQuery(userInfoOptions())
  const permissions = info?.permissions ?? []
  const parts = partsFor(permissions)
  const series = seriesOf(data)
  return (
    <div className="board">
      {checklist && checklist.dismissed === 0 && (
        <Suspense fallback={null}>
          <Checklist items={checklist.items} mayDismiss={permissions.includes(CHECKLIST_EDIT)} />
        </Suspense>
      )}
      <WaitingTiles data={data} parts={parts} upkeep={checklist?.items ?? []} />
      <StandingTiles data={data} parts={parts} />
      <section className="board-part" aria-labelledby="last-days">
        <h2 id="last-days">近 30 天</h2>
        <div className="board-plots">
          {series.map((each) => (
            <DayPlot
              key={each.name}
              series={each}
              days={data.days}
              sum={monthOf(data, each)}
              note={noteOf(data, each)}
            />
          ))}
        </div>
        <DaysTable days={data.days} series={series} />
      </section>
      <MissedWords words={data.words} parts={parts} />
    </div>
  )
}

/**
 * The checklist of a new site, for those who see the settings. The dashboard waits for it, since it would push down what
 * is already being read, and is complete without it.
 */
function useUpkeep() {
  const { data: info } = useQuery(userInfoOptions())
  const sees = info?.permissions.includes(CHECKLIST_VIEW) === true
  const options = checklistOptions()
  const { data: checklist, isLoading } = useQuery(sees ? options : { ...options, queryFn: skipToken })
  // Its code comes meanwhile.
  useEffect(() => {
    if (sees) void Checklist.bring()
  }, [sees])
  return { checklist, isPending: isLoading }
}

function monthOf({ members, orders, ...data }: Dashboard, { name }: Series): number {
  if (name === 'registrations') return members.registered.month
  if (name === 'orders') return orders?.paid.month ?? 0
  return sumOf(data.days, { name })
}

/** Revenue of today and of all days less what was refunded on them. */
function noteOf({ orders }: Dashboard, { name }: Series): string | undefined {
  if (name !== 'orders' || !orders) return undefined
  const refunded = Number(orders.refundedMonth) > 0 ? `（已扣退款 ${formatSum(orders.refundedMonth)}）` : ''
  return `今天净收 ${formatSum(orders.netToday)}，30 天净收 ${formatSum(orders.netMonth)}${refunded}`
}

const FEW = [1, 2, 3, 4]
const MANY = [1, 2, 3, 4, 5, 6]

function Skeleton() {
  return (
    <div className="board" role="status" aria-label="加载中">
      <div className="board-tiles">
        {FEW.map((tile) => (
          <span key={tile} className="stat stat-skeleton skeleton" />
        ))}
      </div>
      <div className="board-tiles">
        {FEW.map((tile) => (
          <span key={tile} className="stat stat-skeleton skeleton" />
        ))}
      </div>
      <div className="board-plots">
        {MANY.map((plot) => (
          <span key={plot} className="plot plot-skeleton skeleton" />
        ))}
      </div>
    </div>
  )
}
