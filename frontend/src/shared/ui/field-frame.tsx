import { ChevronRight } from 'lucide'
import { type ReactNode, useId } from 'react'
import { Icon } from './icons.tsx'
import './field.css'

export interface FieldFrameProps {
  label: string
  /** Says what is expected before anything is wrong. */
  hint?: string
  /** The hint stays beside the error. */
  keepHint?: boolean
  disabled?: boolean
  /** Why the value cannot be sent. */
  error?: string
  /** Stands inside the box, behind the text. */
  trailing?: ReactNode
  /** How much of the room is used. */
  count?: string
  /** Only screen readers get the label, because the text around the field already says it. */
  labelHidden?: boolean
  children: (attributes: FrameAttributes) => ReactNode
}

/** What ties a control to its label and notes. */
interface FrameAttributes {
  id: string
  disabled: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control with its label above and its notes below. */
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

/** One of many choices outside of a form, in the browser's own list. */
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
