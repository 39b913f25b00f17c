import { type FocusEvent, type FormEvent, useRef } from 'react'
import {
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm as useHookForm,
} from 'react-hook-form'
import { UNSAVED_EDITS } from '../feedback/leave-guards.ts'
import { useDialogScope, useLeaveGuard } from './use-leave-guard.ts'

/** A field's rule: the message when its value breaks it, `null` when it is fine. */
export type Rule<Values, Value = string> = (value: Value, all: Values) => string | null

type Rules<Values> = { [Name in keyof Values]?: Rule<Values, Values[Name]> }

/** What a field component needs to take part in a form. */
export interface FieldState {
  name: string
  control: Control
  onEdited: () => void
  onLeft: (event: FocusEvent) => void
}

interface FormOptions {
  /** Asks before a half-edited form goes. By default, forms in a dialog do. */
  guarded?: boolean
}

/**
 * Wraps React Hook Form with the rules that all forms of this site share. A field is validated when the focus moves from
 * it to another field and it is not empty, and when the form is submitted. An error disappears with the next change of
 * its field. A form cannot be submitted while it is being submitted.
 */
export function useForm<Values extends FieldValues>(
  initial: Values,
  rules: Rules<Values>,
  { guarded }: FormOptions = {},
) {
  const { control, formState, getValues, ...form } = useHookForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: resolverOf(rules),
    reValidateMode: 'onSubmit',
  })
  const saved = useRef(initial)
  const sending = useRef(false)
  const scope = useDialogScope()
  // Up to date between two renders: a form that was just sent and emptied has nothing to lose.
  const isEdited = () => JSON.stringify(getValues()) !== JSON.stringify(saved.current)
  useLeaveGuard((guarded ?? scope !== null) && formState.isDirty, UNSAVED_EDITS, isEdited)

  function set(change: Partial<Values>) {
    for (const [name, value] of Object.entries(change)) {
      form.setValue(name as Path<Values>, value, { shouldDirty: true })
      form.clearErrors(name as Path<Values>)
    }
  }

  /** Sets the values, and counts them as saved. */
  function reset(values: Values) {
    saved.current = values
    form.reset(values)
  }

  function field(name: Path<Values>): FieldState {
    return {
      name,
      control: control as unknown as Control,
      onEdited: () => form.clearErrors(name),
      onLeft: ({ relatedTarget: next }) => void (getValues(name) && isField(next) && form.trigger(name)),
    }
  }

  /** Refuses a field for a reason the server gave. */
  function refuse(name: Path<Values>, message: string) {
    form.setError(name, { type: 'server', message }, { shouldFocus: true })
  }

  /** The form's `onSubmit`: sends when every field is fine and nothing is `pending`, else focuses the first wrong field. */
  function submit(send: (values: Values) => void, pending = false) {
    return async (event: FormEvent) => {
      event.preventDefault()
      if (pending || scope?.busy || sending.current) return
      sending.current = true
      await form
        .handleSubmit((values) => send(values as Values))(event)
        .finally(() => {
          sending.current = false
        })
    }
  }

  return { values: form.watch(), errors: formState.errors, set, reset, field, refuse, submit }
}

/** Validates every field that has a rule. */
function resolverOf<Values extends FieldValues>(rules: Rules<Values>): Resolver<Values> {
  return (values) => {
    const messages = Object.keys(rules).map((name) => [name, rules[name]?.(values[name], values)] as const)
    const wrong = messages.filter(([, message]) => message).map(([name, message]) => [name, { type: 'rule', message }])
    const errors = Object.fromEntries(wrong) as FieldErrors<Values>
    return wrong.length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}

/** Whether the focus goes to another field. On its way to a button, a message would push that from under the finger. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
