import { useId } from 'react'
import './filter-panel.css'

interface Choice<Value extends string> {
  value: Value
  label: string
  /** Works that it leaves. */
  count?: number
}

interface RadioChoicesProps<Value extends string> {
  label: string
  /** What no choice is called, where that is possible. */
  none?: string
  current: Value | ''
  choices: readonly Choice<Value>[]
  onChange: (value: Value) => void
}

/** Radio buttons that look like chips. A choice that leaves nothing cannot be made. */
export function RadioChoices<Value extends string>(props: RadioChoicesProps<Value>) {
  const { label, none, current, choices, onChange } = props
  const name = useId()
  const all: readonly Choice<Value>[] = none ? [{ value: '' as Value, label: none }, ...choices] : choices
  return (
    <fieldset className="filter-section">
      <legend>{label}</legend>
      <div className="filter-choices">
        {all.map((choice) => (
          <Chip
            key={choice.value}
            type="radio"
            name={name}
            choice={choice}
            checked={choice.value === current}
            onChange={() => onChange(choice.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface CheckChoicesProps<Value extends string> {
  label: string
  current: readonly string[]
  choices: readonly Choice<Value>[]
  onChange: (value: Value, isOn: boolean) => void
}

/** Check boxes that look like chips. */
export function CheckChoices<Value extends string>({ label, current, choices, onChange }: CheckChoicesProps<Value>) {
  return (
    <fieldset className="filter-section">
      <legend>{label}</legend>
      <div className="filter-choices">
        {choices.map((choice) => (
          <Chip
            key={choice.value}
            type="checkbox"
            choice={choice}
            checked={current.includes(choice.value)}
            onChange={(isOn) => onChange(choice.value, isOn)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface ChipProps {
  type: 'radio' | 'checkbox'
  name?: string
  choice: Choice<string>
  checked: boolean
  onChange: (checked: boolean) => void
}

function Chip({ type, name, choice: { label, count }, checked, onChange }: ChipProps) {
  return (
    <label className="filter-choice">
      <input
        type={type}
        name={name}
        checked={checked}
        aria-label={count === undefined ? label : `${label} ${count} 部`}
        disabled={count === 0 && !checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        {count !== undefined && <small className="numeric">{count}</small>}
      </span>
    </label>
  )
}
