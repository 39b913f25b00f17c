import { FIELD_ERRORS, type FormField, keepsCaptcha, refusedField } from '@/entities/captcha/refused-field.ts'
import type { CaptchaState } from '@/entities/captcha/use-captcha.ts'
import { ApiError } from '@/shared/api/errors.ts'
import { toast } from '@/shared/feedback/toasts.ts'

interface RefusedForm<Field extends FormField> {
  fields: readonly Field[]
  set: (change: { code: string }) => void
  refuse: (field: Field, message: string) => void
  captcha: CaptchaState
}

/** Shows why a public form was rejected: at its field, or as a toast. Loads a new captcha if it was used up. */
export function showRefusal<Field extends FormField>(error: Error, form: RefusedForm<Field>): void {
  const { fields, set, refuse, captcha } = form
  if (!keepsCaptcha(error)) {
    set({ code: '' })
    if (captcha.on) captcha.refresh()
  }
  const refused = refusedField(error)
  const field = fields.find((name) => name === refused)
  if (field) refuse(field, error.message)
  // All others were announced already.
  else if (error instanceof ApiError && FIELD_ERRORS.includes(error.errorCode)) toast(error.message, { kind: 'error' })
}
