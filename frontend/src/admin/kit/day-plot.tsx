import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { formatCount, formatDay, roundUp, type Series, valueOn } from './series.ts'
import './day-plot.css'

/** Units of the plot: width of a day, width of its bar, and height. */
const STEP = 10
const BAR = 7
const HEIGHT = 100
/** Height of a bar without a value. */
const LEAST = 1.5

interface DayPlotProps {
  series: Series
  /** Oldest first. */
  days: readonly Schemas['DayCounts'][]
  /** Sum of all days. */
  sum: number
  /** Name of the days. */
  period?: string
  /** Whether the last day is another one than today. */
  isPast?: boolean
  /** Shown below the day's value instead of the sum. */
  note?: string | undefined
}

/** Bars for one figure over the last days. Shows the value of the hovered or selected day, else today's. */
export function DayPlot({ series, days, sum, period = '近 30 天', isPast = false, note }: DayPlotProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = days.length - 1
  const shown = Math.min(chosen ?? last, last)
  const day = days[shown]
  if (!day) return null
  const end = roundUp(Math.max(...days.map((each) => valueOn(each, series))))
  const { part } = series
  const name = dayName(day, shown === last && !isPast)
  const label = `${name} ${formatCount(valueOn(day, series))} ${series.unit}`
  const partLabel = part ? `${part.label} ${formatCount(day[part.name])}` : ''

  return (
    <section className="plot" aria-label={series.label}>
      <div className="plot-head">
        <h3>{series.label}</h3>
        <p className="plot-month numeric">
          {period} <strong>{formatCount(sum)}</strong>
        </p>
      </div>
      <p className="plot-value">
        <span className="plot-figure numeric">{formatCount(valueOn(day, series))}</span>
        <span className="plot-day">
          {name}
          {part && <span className="plot-part">{partLabel}</span>}
          {note && chosen === null && ` · ${note}`}
        </span>
      </p>
      <div className="plot-area">
        <span className="plot-end numeric" aria-hidden="true">
          {formatCount(end)}
        </span>
        <input
          type="range"
          className="plot-range"
          aria-label={`${series.label}：选择日期`}
          aria-valuetext={part ? `${label}，${partLabel}` : label}
          min={0}
          max={last}
          value={shown}
          onChange={(event) => setChosen(Number(event.target.value))}
          onPointerMove={({ currentTarget, clientX }) => setChosen(dayAt(currentTarget, clientX, last))}
          onPointerLeave={() => setChosen(null)}
          onBlur={() => setChosen(null)}
        />
        <Bars days={days} series={series} end={end} shown={shown} />
      </div>
      <p className="plot-days numeric" aria-hidden="true">
        <span>{days[0] && formatDay(days[0].day)}</span>
        <span>{days[last] && dayName(days[last], !isPast)}</span>
      </p>
    </section>
  )
}

interface BarsProps {
  days: readonly Schemas['DayCounts'][]
  series: Series
  /** The value at the top of the plot. */
  end: number
  /** Index of the selected day. */
  shown: number
}

function Bars({ days, series, end, shown }: BarsProps) {
  const { part } = series
  const height = (value: number) => (value > 0 ? Math.max(LEAST, (value / end) * HEIGHT) : 0)
  return (
    <svg
      className="plot-bars"
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {days.map((day, index) => {
        const x = index * STEP + (STEP - BAR) / 2
        const value = valueOn(day, series)
        const bar = Math.max(LEAST, height(value))
        const inner = part ? Math.min(bar, height(day[part.name])) : 0
        return (
          <g
            key={day.day}
            className="plot-bar"
            data-shown={index === shown || undefined}
            data-none={value === 0 || undefined}
          >
            <rect x={x} y={HEIGHT - bar} width={BAR} height={bar} />
            {inner > 0 && <rect className="plot-bar-part" x={x} y={HEIGHT - inner} width={BAR} height={inner} />}
          </g>
        )
      })}
    </svg>
  )
}

function dayName({ day }: Schemas['DayCounts'], isToday: boolean): string {
  return isToday ? '今天' : formatDay(day)
}

/** The day at a position on screen. */
function dayAt(range: HTMLElement, clientX: number, last: number): number {
  const { left, width } = range.getBoundingClientRect()
  const share = width > 0 ? (clientX - left) / width : 1
  return Math.min(last, Math.max(0, Math.floor(share * (last + 1))))
}
