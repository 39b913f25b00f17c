import { type FormEvent, useRef, useState } from 'react'

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

/**
 * The state of a form of texts. A field is judged when it is left with something in it for another one, and when the
 * form is sent; a message goes as soon as its field changes. Sending with mistakes puts the focus on the first of them.
 */
export function useForm<Values extends { [Name in keyof Values]: string }>(
  initial: Values,
  rules: { [Name in keyof Values]: Rule<Values> },
) {
  type Name = keyof Values & string
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const form = useRef<HTMLFormElement>(null)

  function setError(name: Name, message: string | null) {
    setErrors((known) => ({ ...known, [name]: message ?? undefined }))
  }

  function set(change: Partial<Values>) {
    setValues((known) => ({ ...known, ...change }))
    setErrors((known) => ({ ...known, ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])) }))
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

  /** The form's `onSubmit`: judges every field, and sends when all are fine. */
  function submit(send: (values: Values) => void) {
    return (event: FormEvent) => {
      event.preventDefault()
      const names = Object.keys(rules) as Name[]
      const found = names.map((name) => [name, rules[name](values[name], values) ?? undefined] as const)
      setErrors(Object.fromEntries(found) as Partial<Record<Name, string>>)
      const first = found.find(([, message]) => message !== undefined)
      if (first) focus(first[0])
      else send(values)
    }
  }

  return { form, values, set, field, refuse, submit }
}

/** Whether the focus goes to another field. On its way to a button, a message would push that from under the finger. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
