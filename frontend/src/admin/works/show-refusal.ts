import type { ApiError } from '@/shared/api/errors.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { NUMBER_TAKEN, WORK_REFUSED } from './api.ts'
import { refusedField, type WorkFieldName, type WorkTexts } from './work-form.ts'

/** Says beside its field why the server refuses a work, if it is known which one it means. */
export function showRefusal(
  { errorCode, message }: ApiError,
  texts: WorkTexts,
  refuse: (name: WorkFieldName, text: string) => void,
): void {
  const isRule = errorCode === WORK_REFUSED
  const known = isRule ? refusedField(message, texts) : null
  if (errorCode === NUMBER_TAKEN) refuse('number', message)
  else if (known) refuse(known.name, known.text)
  else if (isRule) toast(message, { kind: 'error' })
}
