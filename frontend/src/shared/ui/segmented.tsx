import { useId } from 'react'
import './segmented.css'

interface SegmentedProps<Value extends string> {
  /** For screen readers only. */
  label: string
  choices: readonly { value: Value; label: string }[]
  current: Value
  onChange: (value: Value) => void
}

/** A group of radio buttons that look like one segmented control. */
export function Segmented<Value extends string>({ label, choices, current, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={current === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
