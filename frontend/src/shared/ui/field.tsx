import { type ReactNode, useId, useState } from 'react'
import type { FieldState } from '../lib/use-form.ts'
import { Icon } from './icons.tsx'
import './field.css'

interface FieldProps {
  label: string
  field: FieldState
  /** Says what is expected before anything is wrong. */
  hint?: string
  /** Most UTF-16 units the field takes. */
  maxLength?: number
  autoComplete?: string
  disabled?: boolean
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email'
  /** Stands inside the box, behind the text. */
  trailing?: ReactNode
}

/** A line of text with its label; what is wrong with it stands below, is heard, and marks the box. */
export function TextField({ type = 'text', trailing, ...props }: TextFieldProps) {
  return (
    <Framed {...props} trailing={trailing}>
      {(attributes) => (
        <input {...attributes} type={type} autoCapitalize="none" spellCheck={false} enterKeyHint="next" />
      )}
    </Framed>
  )
}

/** A password, hidden unless its owner wants to see it. */
export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false)
  const toggle = (
    <button
      type="button"
      className="field-button"
      aria-label={`显示${props.label}`}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      <Icon name={shown ? 'eye' : 'eye-off'} />
    </button>
  )
  return (
    <Framed {...props} trailing={toggle}>
      {(attributes) => (
        <input {...attributes} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      )}
    </Framed>
  )
}

/** Several lines of text. */
export function TextArea({ rows = 3, ...props }: FieldProps & { rows?: number }) {
  return <Framed {...props}>{(attributes) => <textarea {...attributes} rows={rows} />}</Framed>
}

interface Attributes {
  id: string
  name: string
  value: string
  maxLength?: number
  autoComplete?: string
  disabled?: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  onChange: (event: { target: { value: string } }) => void
  onBlur: FieldState['onBlur']
}

interface FramedProps extends FieldProps {
  trailing?: ReactNode
  children: (attributes: Attributes) => ReactNode
}

function Framed({ label, field, hint, trailing, children, ...rest }: FramedProps) {
  const id = useId()
  const note = field.error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        {children({
          ...rest,
          id,
          name: field.name,
          value: field.value,
          'aria-invalid': field.error !== null || undefined,
          'aria-describedby': note ? `${id}-note` : undefined,
          onChange: (event) => field.onChange(event.target.value),
          onBlur: field.onBlur,
        })}
        {trailing}
      </div>
      {note && (
        <p id={`${id}-note`} className={field.error ? 'field-note field-error' : 'field-note'}>
          {note}
        </p>
      )}
    </div>
  )
}

interface CheckBoxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: string
  disabled?: boolean
}

/** A choice that is on or off. */
export function CheckBox({ label, checked, onChange, hint, disabled }: CheckBoxProps) {
  return (
    <label className="check-box">
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
