import { useQuery } from '@tanstack/react-query'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { Dashboard } from '@/shared/api/types.ts'
import { ErrorView } from '@/shared/ui/states.tsx'
import { dashboardOptions } from '../kit/dashboard.ts'
import { formatSum } from '../kit/format-sum.ts'
import { partsFor } from '../kit/sections.ts'
import { DayPlot } from './day-plot.tsx'
import { DaysTable } from './days-table.tsx'
import { MissedWords } from './missed-words.tsx'
import { type Series, seriesOf } from './series.ts'
import { StandingTiles, WaitingTiles } from './tiles.tsx'
import './dashboard.css'

/** Totals, open tasks and the last 30 days. Refreshes itself. */
export default function DashboardPage() {
  const { data, error, isError, refetch } = useQuery(dashboardOptions())
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
      {data && <Board data={data} />}
      {!data && (isError ? <ErrorView error={error} onRetry={() => void refetch()} /> : <Skeleton />)}
    </>
  )
}

function Board({ data }: { data: Dashboard }) {
  const { data: info } = useQuery(userInfoOptions())
  const parts = partsFor(info?.permissions ?? [])
  const series = seriesOf(data)
  return (
    <div className="board">
      <WaitingTiles data={data} parts={parts} />
      <StandingTiles data={data} parts={parts} />
      <section className="board-part" aria-labelledby="last-days">
        <h2 id="last-days">近 30 天</h2>
        <div className="board-plots">
          {series.map((each) => (
            <DayPlot
              key={each.name}
              series={each}
              days={data.days}
              month={monthOf(data, each)}
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

function monthOf({ members, orders, ...data }: Dashboard, { name }: Series): number {
  if (name === 'registrations') return members.registered.month
  if (name === 'orders') return orders?.paid.month ?? 0
  if (name === 'works') return data.days.reduce((sum, { works }) => sum + works, 0)
  return data[name].month
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
