import { useId } from 'react'
import './field.css'

interface CheckBoxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: string
  disabled?: boolean
}

export function CheckBox({ label, checked, onChange, hint, disabled }: CheckBoxProps) {
  return (
    <label className="check-box" data-disabled={disabled || undefined}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}

interface RadioListProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: string; hint?: string }[]
  current: Value | null
  error?: string
  onChange: (value: Value) => void
}

/** Radio buttons in a list, none selected at first. */
export function RadioList<Value extends string>({ label, choices, current, error, onChange }: RadioListProps<Value>) {
  const name = useId()
  return (
    <fieldset className="radio-list" aria-describedby={error ? `${name}-note` : undefined}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="check-box">
          <input type="radio" name={name} checked={current === choice.value} onChange={() => onChange(choice.value)} />
          <span>
            {choice.label}
            {choice.hint && <small>{choice.hint}</small>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${name}-note`} role="alert" className="field-note field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
