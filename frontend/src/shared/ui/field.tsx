import { ChevronRight, Eye, EyeOff } from 'lucide'
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { FieldState } from '../lib/use-form.ts'
import { type Choice, FieldFrame, type FieldFrameProps, Options } from './field-frame.tsx'
import { Icon } from './icons.tsx'

interface FieldProps extends Omit<FieldFrameProps, 'children' | 'error' | 'count'> {
  field: FieldState
  /** Maximum length in UTF-16 units. */
  maxLength?: number
  autoComplete?: string
  /** Has the focus when its dialog opens. */
  autoFocus?: boolean
}

/** Connects a control to its form field. */
function useField({ name, control, onEdited, onLeft }: FieldState) {
  const { field, fieldState } = useController({ name, control })
  return {
    error: fieldState.error?.message,
    bound: {
      ...field,
      onChange: (event: { target: { value: string } }) => {
        field.onChange(event)
        onEdited()
      },
      onBlur: (event: FocusEvent) => {
        field.onBlur()
        onLeft(event)
      },
    },
  }
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email'
}

/** A single-line text field. */
export function TextField({ type = 'text', ...props }: TextFieldProps) {
  return <Line {...props} type={type} enterKeyHint="next" />
}

/** A password field with a visibility toggle. */
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
  return <Line {...props} type={shown ? 'text' : 'password'} trailing={toggle} />
}

interface LineProps extends FieldProps {
  type: 'text' | 'email' | 'password'
  enterKeyHint?: 'next'
}

function Line({ field, maxLength, autoComplete, autoFocus, type, enterKeyHint, ...frame }: LineProps) {
  const { bound, error } = useField(field)
  const input = { ...bound, maxLength, autoComplete, type, enterKeyHint, 'data-autofocus': autoFocus || undefined }
  return (
    <FieldFrame {...frame} error={error}>
      {(attributes) => <input {...input} {...attributes} autoCapitalize="none" spellCheck={false} />}
    </FieldFrame>
  )
}

interface TextAreaProps extends FieldProps {
  rows?: number
  /** Shows the used part of `maxLength`. */
  counter?: boolean
  /** Grows with its text, up to the maximum height in CSS. */
  grows?: boolean
  placeholder?: string
  /** A list of texts for it, which its keys control. */
  suggestions?: { listId: string; activeId: string | undefined }
}

/** A multi-line text field. */
export function TextArea(props: TextAreaProps) {
  const { field, rows = 3, counter, grows, placeholder, maxLength, autoFocus, suggestions, ...frame } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const { bound, error } = useField(field)
  const count = counter ? `${Array.from(bound.value).length}/${maxLength}` : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it grow
  useLayoutEffect(() => {
    if (!grows || !area.current) return
    const { style } = area.current
    style.height = ''
    const { scrollHeight } = area.current
    // In a dialog that is not shown yet the height is 0.
    if (scrollHeight > 0) style.height = `${scrollHeight}px`
  }, [grows, bound.value])
  const refs = (element: HTMLTextAreaElement | null) => {
    area.current = element
    bound.ref(element)
  }
  return (
    <FieldFrame {...frame} error={error} count={count}>
      {(attributes) => (
        <textarea
          {...bound}
          {...attributes}
          ref={refs}
          rows={rows}
          placeholder={placeholder}
          maxLength={maxLength}
          data-autofocus={autoFocus || undefined}
          aria-autocomplete={suggestions && 'list'}
          aria-controls={suggestions?.listId}
          aria-activedescendant={suggestions?.activeId}
        />
      )}
    </FieldFrame>
  )
}

interface SelectFieldProps extends FieldProps {
  choices: readonly Choice[]
}

/** A native select. */
export function SelectField({ field, choices, autoFocus, ...frame }: SelectFieldProps) {
  const { bound, error } = useField(field)
  return (
    <FieldFrame {...frame} error={error} trailing={<Icon of={ChevronRight} size={16} />}>
      {(attributes) => (
        <select {...bound} {...attributes} data-autofocus={autoFocus || undefined}>
          <Options choices={choices} />
        </select>
      )}
    </FieldFrame>
  )
}
