import type { Facets } from '../work/api.ts'
import { RadioChoices } from './choice-chips.tsx'
import type { FilterChoices } from './choices.ts'
import './filter-panel.css'

interface PeriodSectionProps {
  choices: FilterChoices
  years: Facets['years']
  onChange: (part: Pick<FilterChoices, 'from' | 'to'>) => void
}

/** The year of publication, or a span of days. */
export function PeriodSection({ choices: { from, to }, years, onChange }: PeriodSectionProps) {
  const isYear = from !== undefined && from === to && from.length === 4
  const isSpan = !isYear && (from ?? to) !== undefined
  return (
    <>
      <RadioChoices
        label="年份"
        none="不限"
        current={isYear ? from : isSpan ? 'span' : ''}
        choices={years.map(({ year, count }) => ({ value: String(year), label: String(year), count }))}
        onChange={(year) => onChange(year === '' ? { from: undefined, to: undefined } : { from: year, to: year })}
      />
      <div className="filter-span">
        <label>
          从
          <input
            type="date"
            value={dayOf(from, 'first')}
            onChange={(event) => onChange({ from: event.target.value || undefined, to: isYear ? undefined : to })}
          />
        </label>
        <label>
          到
          <input
            type="date"
            value={dayOf(to, 'last')}
            onChange={(event) => onChange({ from: isYear ? undefined : from, to: event.target.value || undefined })}
          />
        </label>
      </div>
    </>
  )
}

/** The first or last day of a year, month or day. */
function dayOf(period: string | undefined, end: 'first' | 'last'): string {
  if (period === undefined) return ''
  const [year = '', month = end === 'first' ? '01' : '12', day] = period.split('-')
  const last = String(new Date(Number(year), Number(month), 0).getDate())
  return `${year}-${month}-${day ?? (end === 'first' ? '01' : last)}`
}
