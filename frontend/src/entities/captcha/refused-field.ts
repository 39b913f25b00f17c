import { ApiError } from '@/shared/api/errors.ts'

const FIELDS: Record<string, 'userName' | 'code'> = {
  name_taken: 'userName',
  captcha_wrong: 'code',
  captcha_expired: 'code',
}

/** The field a failure is about, by the API's machine word; none when it is about no single one. */
export function refusedField(error: unknown): 'userName' | 'code' | undefined {
  return error instanceof ApiError ? FIELDS[error.word] : undefined
}
