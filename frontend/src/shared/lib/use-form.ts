import { type FormEvent, useRef, useState } from 'react'
import { UNSAVED_EDITS } from '../feedback/leave-guards.ts'
import { useDialogScope, useLeaveGuard } from './use-leave-guard.ts'

/** A field's rule: the message when its text breaks it, `null` when it is fine. */
export type Rule<Values> = (text: string, all: Values) => string | null

/** What a field component needs to take part in a form. */
export interface FieldState {
  name: string
  value: string
  /** Why the text cannot be sent. */
  error: string | null
  onChange: (text: string) => void
  onBlur: (event: { relatedTarget: EventTarget | null }) => void
}

interface FormOptions {
  /** Asks before a half-edited form goes; what stands in a dialog does unless told otherwise. */
  guarded?: boolean
}

/**
 * The state of a form of texts. A field is judged when it is left with something in it for another one, and when the
 * form is sent; a message goes as soon as its field changes. Sending with mistakes puts the focus on the first of them.
 */
export function useForm<Values extends { [Name in keyof Values]: string }>(
  initial: Values,
  rules: { [Name in keyof Values]: Rule<Values> },
  { guarded }: FormOptions = {},
) {
  type Name = keyof Values & string
  const [values, setValues] = useState(initial)
  const [saved, setSaved] = useState(initial)
  // What holds between two renders: a form that was just sent and emptied has nothing to lose.
  const latest = useRef({ values, saved })
  const scope = useDialogScope()
  const isEdited = () => differ(latest.current.values, latest.current.saved)
  useLeaveGuard((guarded ?? scope !== null) && differ(values, saved), UNSAVED_EDITS, isEdited)
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const form = useRef<HTMLFormElement>(null)

  function setError(name: Name, message: string | null) {
    setErrors((known) => ({ ...known, [name]: message ?? undefined }))
  }

  function set(change: Partial<Values>) {
    latest.current.values = { ...latest.current.values, ...change }
    setValues(latest.current.values)
    setErrors((known) => ({ ...known, ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])) }))
  }

  /** Sets what counts as saved: without a text changed since, nothing is lost by leaving. */
  function reset(texts: Values) {
    latest.current = { values: texts, saved: texts }
    setSaved(texts)
    setValues(texts)
    setErrors({})
  }

  function field(name: Name): FieldState {
    return {
      name,
      value: values[name],
      error: errors[name] ?? null,
      onChange: (text) => set({ [name]: text } as Partial<Values>),
      onBlur: ({ relatedTarget }) => {
        if (values[name] !== '' && isField(relatedTarget)) setError(name, rules[name](values[name], values))
      },
    }
  }

  function focus(name: Name) {
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }

  /** Refuses a field for a reason the server gave. */
  function refuse(name: Name, message: string) {
    setError(name, message)
    focus(name)
  }

  /** The form's `onSubmit`: judges every field, and sends when all are fine and nothing is `pending`. */
  function submit(send: (values: Values) => void, pending = false) {
    return (event: FormEvent) => {
      event.preventDefault()
      if (pending || scope?.busy) return
      const names = Object.keys(rules) as Name[]
      const found = names.map((name) => [name, rules[name](values[name], values) ?? undefined] as const)
      setErrors(Object.fromEntries(found) as Partial<Record<Name, string>>)
      const first = found.find(([, message]) => message !== undefined)
      if (first) focus(first[0])
      else send(values)
    }
  }

  return { form, values, set, reset, field, refuse, submit }
}

function differ<Values extends object>(one: Values, other: Values): boolean {
  return Object.entries(one).some(([name, text]) => text !== other[name as keyof Values])
}

/** Whether the focus goes to another field. On its way to a button, a message would push that from under the finger. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
