import { useRef, useState } from 'react'
import type { Facets } from '../work/api.ts'
import { RadioChoices } from './choice-chips.tsx'
import type { FilterChoices } from './choices.ts'
import './filter-panel.css'

interface PeriodSectionProps {
  choices: FilterChoices
  years: Facets['years']
  /** `replace` takes the place of the last change in the history. */
  onChange: (part: Pick<FilterChoices, 'from' | 'to'>, replace?: boolean) => void
}

/** The year of publication, or a span of days. */
export function PeriodSection({ choices: { from, to }, years, onChange }: PeriodSectionProps) {
  const isYear = from !== undefined && from === to && from.length === 4
  const isSpan = !isYear && (from ?? to) !== undefined

  /** A span that is the wrong way round is turned. */
  function changeSpan(first: string | undefined, last: string | undefined, replace: boolean) {
    const isTurned = first !== undefined && last !== undefined && dayOf(first, 'first') > dayOf(last, 'last')
    onChange(isTurned ? { from: last, to: first } : { from: first, to: last }, replace)
  }

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
        <DayField
          label="从"
          day={dayOf(from, 'first')}
          onChange={(day, replace) => changeSpan(day, isYear ? undefined : to, replace)}
        />
        <DayField
          label="到"
          day={dayOf(to, 'last')}
          onChange={(day, replace) => changeSpan(isYear ? undefined : from, day, replace)}
        />
      </div>
    </>
  )
}

/** Works of earlier years there are none. */
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '9999-12-31'

interface DayFieldProps {
  label: string
  /** Empty if there is none. */
  day: string
  onChange: (day: string | undefined, replace: boolean) => void
}

/**
 * An end of the span. A day that is picked counts at once, one that is typed on Enter or when the field is left: while a
 * year is typed, browsers report the years 2, 20 and 202.
 */
function DayField({ label, day, onChange }: DayFieldProps) {
  const [edited, setEdited] = useState({ text: day, of: day })
  const isTyping = useRef(false)
  /** What is changed further before the field is left is no step of its own in the history. */
  const isChanged = useRef(false)

  function apply({ validity, value }: HTMLInputElement) {
    isTyping.current = false
    if (!validity.valid) setEdited({ text: day, of: day })
    else if (value !== day) {
      onChange(value || undefined, isChanged.current)
      isChanged.current = true
    }
  }

  return (
    <label>
      {label}
      <input
        type="date"
        min={FIRST_DAY}
        max={LAST_DAY}
        // Once the day is another one, what was edited before is over.
        value={edited.of === day ? edited.text : day}
        onChange={({ target }) => {
          setEdited({ text: target.value, of: day })
          if (!isTyping.current) apply(target)
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') apply(currentTarget)
          else isTyping.current = true
        }}
        onPointerDown={() => {
          isTyping.current = false
        }}
        onBlur={({ target }) => {
          apply(target)
          isChanged.current = false
        }}
      />
    </label>
  )
}

/** The first or last day of a year, month or day. */
function dayOf(period: string | undefined, end: 'first' | 'last'): string {
  if (period === undefined) return ''
  const [year = '', month = end === 'first' ? '01' : '12', day] = period.split('-')
  const last = String(new Date(Number(year), Number(month), 0).getDate())
  return `${year}-${month}-${day ?? (end === 'first' ? '01' : last)}`
}
