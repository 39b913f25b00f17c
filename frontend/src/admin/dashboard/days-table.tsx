import type { Schemas } from '@/shared/api/contract.ts'
import { type Series, valueOn } from '../kit/series.ts'

/** The plots as a table, for screen readers. */
export function DaysTable({ days, series }: { days: readonly Schemas['DayCounts'][]; series: readonly Series[] }) {
  const columns = series.flatMap((each) => [
    { label: each.label, of: (day: Schemas['DayCounts']) => valueOn(day, each) },
    ...(each.part ? [{ label: '无结果的搜索', of: (day: Schemas['DayCounts']) => day.misses }] : []),
  ])
  return (
    <div className="visually-hidden">
      <table>
        <caption>近 30 天每日数据</caption>
        <thead>
          <tr>
            <th scope="col">日期</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              {columns.map(({ label, of }) => (
                <td key={label}>{of(day)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
