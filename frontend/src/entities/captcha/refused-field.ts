import { ApiError } from '@/shared/api/errors.ts'

/** A field of the forms that ask for a captcha. */
export type FormField = 'userName' | 'recoveryCode' | 'password' | 'confirmPassword' | 'email' | 'code'

const FIELDS: Record<string, FormField> = {
  name_taken: 'userName',
  recovery_refused: 'recoveryCode',
  password_common: 'password',
  bad_credentials: 'password',
  passwords_differ: 'confirmPassword',
  captcha_wrong: 'code',
  captcha_expired: 'code',
}

/** A field is malformed; the message says which one. */
const BAD_REQUEST = 'bad_request'
const NAMED: readonly [start: string, field: FormField][] = [
  ['用户名', 'userName'],
  ['请填写20位恢复码', 'recoveryCode'],
  ['密码', 'password'],
  ['安全邮箱', 'email'],
  ['请输入4位验证码', 'code'],
]

/** Error codes that {@link refusedField} maps to a field. */
export const FIELD_ERRORS: readonly string[] = [...Object.keys(FIELDS), BAD_REQUEST]

/** Returns the field that a failure is about, by the API's error code; `undefined` when it is not about one field. */
export function refusedField(error: unknown): FormField | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.errorCode !== BAD_REQUEST) return FIELDS[error.errorCode]
  return NAMED.find(([start]) => error.message.startsWith(start))?.[1]
}

/** Whether a form was rejected before its captcha was checked, so that it stays valid. */
export function keepsCaptcha(error: unknown): boolean {
  return error instanceof ApiError && (error.errorCode === BAD_REQUEST || error.errorCode === 'passwords_differ')
}
