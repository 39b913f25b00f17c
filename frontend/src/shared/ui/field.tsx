import { ChevronRight, Eye, EyeOff } from 'lucide'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import type { FieldState } from '../lib/use-form.ts'
import { Icon } from './icons.tsx'
import './field.css'

interface FieldProps {
  label: string
  field: FieldState
  /** Says what is expected before anything is wrong. */
  hint?: string
  /** The hint stays beside what is wrong. */
  keepHint?: boolean
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
      <Icon of={shown ? Eye : EyeOff} />
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

interface TextAreaProps extends FieldProps {
  rows?: number
  /** Says how much of `maxLength` is used. */
  counter?: boolean
  /** As high as its text, up to what the styles allow. */
  grows?: boolean
  placeholder?: string
  /** The label is heard, not seen: what stands around the field says it already. */
  labelHidden?: boolean
}

/** Several lines of text. */
export function TextArea({ rows = 3, counter, grows, placeholder, ...props }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { value } = props.field
  const count = counter ? `${Array.from(value).length}/${props.maxLength}` : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it grow
  useLayoutEffect(() => {
    if (!grows || !area.current) return
    const { style } = area.current
    style.height = ''
    const { scrollHeight } = area.current
    // In a dialog that is not shown yet it has no height.
    if (scrollHeight > 0) style.height = `${scrollHeight}px`
  }, [grows, value])
  return (
    <Framed {...props} count={count}>
      {(attributes) => <textarea {...attributes} ref={area} rows={rows} placeholder={placeholder} />}
    </Framed>
  )
}

interface SelectFieldProps extends FieldProps {
  choices: readonly { value: string; label: string }[]
}

/** One of many choices, in the browser's own list. */
export function SelectField({ choices, ...props }: SelectFieldProps) {
  return (
    <Framed {...props} trailing={<Icon of={ChevronRight} size={16} />}>
      {({ maxLength: _, autoComplete: __, ...attributes }) => (
        <select {...attributes}>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Framed>
  )
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
  /** How much of the room is used. */
  count?: string
  labelHidden?: boolean
  children: (attributes: Attributes) => ReactNode
}

function Framed({ label, field, hint, keepHint, trailing, count, labelHidden, children, ...rest }: FramedProps) {
  const id = useId()
  const note = field.error ?? hint
  const help = keepHint && field.error ? hint : undefined
  const notes = [note && `${id}-note`, help && `${id}-help`, count && `${id}-count`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <div
        className="field-box"
        data-invalid={field.error !== null || undefined}
        data-disabled={rest.disabled || undefined}
      >
        {children({
          ...rest,
          id,
          name: field.name,
          value: field.value,
          'aria-invalid': field.error !== null || undefined,
          'aria-describedby': notes || undefined,
          onChange: (event) => field.onChange(event.target.value),
          onBlur: field.onBlur,
        })}
        {trailing}
      </div>
      <Notes id={id} note={note} isError={field.error !== null} help={help} count={count} />
    </div>
  )
}

interface NotesProps {
  id: string
  note: string | undefined
  isError: boolean
  help: string | undefined
  count: string | undefined
}

/** What stands below a field: the count beside the last of them. */
function Notes({ id, note, isError, help, count }: NotesProps) {
  return (
    <>
      {note && (
        <p
          id={`${id}-note`}
          className={isError ? 'field-note field-error' : 'field-note'}
          data-beside={(count && !help) || undefined}
        >
          {note}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="field-note" data-beside={count !== undefined || undefined}>
          {help}
        </p>
      )}
      {count && (
        <p id={`${id}-count`} className="field-note field-count numeric">
          {count}
        </p>
      )}
    </>
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
  /** Why the choice cannot be sent. */
  error: string | null
  onChange: (value: Value) => void
}

/** One of several choices, one below the other, none of them chosen at first. */
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
