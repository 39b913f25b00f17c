import { ChevronRight } from 'lucide'
import { type ReactNode, useId } from 'react'
import { Icon } from './icons.tsx'
import './field.css'

export interface FieldFrameProps {
  label: string
  /** Shown before anything is wrong. */
  hint?: string
  /** Keeps the hint visible beside an error. */
  keepHint?: boolean
  disabled?: boolean
  error?: string
  /** Rendered inside the box, after the input. */
  trailing?: ReactNode
  /** Character count. */
  count?: string
  /** Hides the label visually, where the surrounding text says the same. */
  labelHidden?: boolean
  children: (attributes: FrameAttributes) => ReactNode
}

/** Attributes that link a control to its label and notes. */
interface FrameAttributes {
  id: string
  disabled: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control with its label and notes. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, hint, keepHint, disabled, error, trailing, count, labelHidden, children } = props
  const id = useId()
  const note = error ?? hint
  const help = keepHint && error ? hint : undefined
  const notes = [note && `${id}-note`, help && `${id}-help`, count && `${id}-count`].filter(Boolean).join(' ')
  const isError = error !== undefined
  return (
    <div className="field">
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <div className="field-box" data-invalid={isError || undefined} data-disabled={disabled || undefined}>
        {children({ id, disabled, 'aria-invalid': isError || undefined, 'aria-describedby': notes || undefined })}
        {trailing}
      </div>
      <Notes id={id} note={note} isError={isError} help={help} count={count} />
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

/** The notes below a field, with the count at the end. */
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

export interface Choice {
  value: string
  label: string
}

interface SelectProps {
  label: string
  name: string
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
}

/** A native select outside of a form. */
export function Select({ label, choices, onChange, ...select }: SelectProps) {
  return (
    <FieldFrame label={label} trailing={<Icon of={ChevronRight} size={16} />}>
      {(attributes) => (
        <select {...select} {...attributes} onChange={(event) => onChange(event.target.value)}>
          <Options choices={choices} />
        </select>
      )}
    </FieldFrame>
  )
}

export function Options({ choices }: { choices: readonly Choice[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
