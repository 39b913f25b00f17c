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
import { useDialogScope, useLeaveGuard, useWindowGuard } from './use-leave-guard.ts'

/** A validation rule: an error message, or `null` if the value is valid. */
export type Rule<Values, Value = string> = (value: Value, all: Values) => string | null

type Rules<Values> = { [Name in keyof Values]?: Rule<Values, Values[Name]> }

/** What a field component needs from its form. */
export interface FieldState {
  name: string
  control: Control
  onEdited: () => void
  onLeft: (event: FocusEvent) => void
}

interface FormOptions {
  /** Asks before unsaved input is lost. Default: only in dialogs. `window`: only before the window is closed. */
  guarded?: boolean | 'window'
  /** Called once somebody has chosen to lose unsaved input. */
  onGivenUp?: () => void
}

/**
 * Wraps React Hook Form with the rules that all forms of this site share. A field is validated when the focus moves from
 * it to another field and it is not empty, and when the form is submitted. An error disappears with the next change of
 * its field. A form cannot be submitted while it is being submitted.
 */
export function useForm<Values extends FieldValues>(
  initial: Values,
  rules: Rules<Values>,
  { guarded, onGivenUp }: FormOptions = {},
) {
  const { control, formState, getValues, ...form } = useHookForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: resolverOf(rules),
    reValidateMode: 'onSubmit',
  })
  const saved = useRef(initial)
  const sending = useRef(false)
  const scope = useDialogScope()
  // Compares at call time: a form that was just sent and reset has nothing to lose.
  const isEdited = () => JSON.stringify(getValues()) !== JSON.stringify(saved.current)
  const isKept = guarded === 'window'
  useLeaveGuard(!isKept && (guarded ?? scope !== null) && formState.isDirty, UNSAVED_EDITS, isEdited, onGivenUp)
  useWindowGuard(isKept && formState.isDirty, isEdited)

  function set(change: Partial<Values>) {
    for (const [name, value] of Object.entries(change)) {
      form.setValue(name as Path<Values>, value, { shouldDirty: true })
      form.clearErrors(name as Path<Values>)
    }
  }

  /** Sets the values and marks them as saved. */
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

  /** Sets the server's error on a field. */
  function refuse(name: Path<Values>, message: string) {
    form.setError(name, { type: 'server', message }, { shouldFocus: true })
  }

  /**
   * The form's `onSubmit`: sends valid values unless `pending`, else focuses the first invalid field. A button that
   * sends in another way calls it without an event.
   */
  function submit(send: (values: Values) => void, pending = false) {
    return async (event?: FormEvent) => {
      event?.preventDefault()
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

/** Whether the focus moves to another field. On the way to a button, an error message would move it away. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
