import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { saveFile } from '@/shared/lib/save-file.ts'
import { Button } from '@/shared/ui/button.tsx'
import { LinkTabs } from '@/shared/ui/link-tabs.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { TableSkeleton } from '../kit/admin-table.tsx'
import { DayForm } from '../kit/day-form.tsx'
import { DayPlot } from '../kit/day-plot.tsx'
import { openPath } from '../kit/sections.ts'
import { formatCount, type Series, seriesOfDays, sumOf, valueOn } from '../kit/series.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { statisticsOptions } from './api.ts'
import { csvOf } from './csv.ts'
import { type DayRange, rangeIn, rangesAt } from './range.ts'
import './statistics-page.css'

type Statistics = Schemas['Statistics']

/** Figures by day and the most viewed works of a range. */
export default function StatisticsPage() {
  const table = useTableParams()
  const [now] = useState(Date.now)
  const ranges = rangesAt(now)
  const range = rangeIn(table.value('from'), table.value('to'), now)
  const current = ranges.find(({ from, to }) => from === range.from && to === range.to)
  const statistics = useQuery(statisticsOptions(range))
  const shown = { ...table, value: (name: string) => (name === 'from' ? range.from : range.to) }
  return (
    <>
      <div className="admin-head">
        <h1>统计</h1>
        {statistics.data && <SaveButton data={statistics.data} range={range} />}
      </div>
      <div className="admin-filters">
        <LinkTabs
          label="日期"
          small
          tabs={ranges.map((each) => ({
            label: each.label,
            to: table.to({ from: each.from, to: each.to }),
            current: each === current,
          }))}
        />
        <DayForm table={shown} />
      </div>
      <QueryView query={statistics} fallback={<TableSkeleton />}>
        {(data) => <Figures data={data} period={current?.label ?? '合计'} isPast={range.to !== ranges[0]?.to} />}
      </QueryView>
    </>
  )
}

function SaveButton({ data: { days }, range: { from, to } }: { data: Statistics; range: DayRange }) {
  const save = () => saveFile(`统计-${from}-${to}.csv`, 'text/csv;charset=utf-8', csvOf(days, seriesOfDays(days)))
  return <Button onClick={() => void save()}>导出</Button>
}

function Figures({ data, period, isPast }: { data: Statistics; period: string; isPast: boolean }) {
  const { days, works } = data
  const series = seriesOfDays(days)
  return (
    <div className="statistics">
      <h2 className="visually-hidden">走势</h2>
      <div className="statistics-plots">
        {series.map((each) => (
          <DayPlot key={each.name} series={each} days={days} sum={sumOf(days, each)} period={period} isPast={isPast} />
        ))}
      </div>
      <TopWorks works={works} />
      <DayRows days={days} series={series} />
    </div>
  )
}

function TopWorks({ works }: { works: Statistics['works'] }) {
  const info = useQuery(userInfoOptions())
  const mayEdit = info.data?.permissions.includes('works:edit')
  return (
    <section className="statistics-part" aria-labelledby="top-works">
      <h2 id="top-works">浏览最多的作品</h2>
      <p className="admin-note">每天保留浏览最多的 200 部，多天的合计只算进榜的日子。</p>
      {works.length === 0 ? (
        <EmptyView text="这些天没有浏览" />
      ) : (
        <ol className="statistics-works">
          {works.map(({ id, number, title, views }) => (
            <li key={id}>
              <Link to={mayEdit ? openPath('works', id) : `/detail/${id}`}>
                {number} <span>{title}</span>
              </Link>
              <strong className="numeric">{formatCount(views)}</strong>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Days shown at first. */
const FIRST_DAYS = 31

/** The days, latest first. They are compared with each other, so on a phone too the table keeps its columns, and scrolls. */
function DayRows({ days, series }: { days: Statistics['days']; series: readonly Series[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const latest = [...days].reverse().slice(0, isWhole ? undefined : FIRST_DAYS)
  const rest = days.length - latest.length
  return (
    <section className="statistics-part" aria-labelledby="all-days">
      <h2 id="all-days">每日数据</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it can be reached by key */}
      <section className="statistics-days" aria-label="按天的表格" tabIndex={0}>
        <table aria-labelledby="all-days">
          <thead>
            <tr>
              <th scope="col">日期</th>
              {series.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {latest.map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.day}</th>
                {series.map((each) => (
                  <td key={each.name}>{each.name === 'net' ? day.net : formatCount(valueOn(day, each))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rest > 0 && <Button onClick={() => setIsWhole(true)}>显示其余 {rest} 天</Button>}
    </section>
  )
}
