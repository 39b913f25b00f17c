import { queryOptions } from '@tanstack/react-query'
import { FIELD_ERRORS } from '@/entities/captcha/refused-field.ts'
import { applicationId } from '@/shared/api/client.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { MEMBER_KEY } from '@/shared/api/member-key.ts'

/** The login form; `code` and `uuid` only while captchas are on. */
export interface LoginForm {
  userName: string
  password: string
  rememberMe: boolean
  code?: string
  uuid?: string
}

/** Logs in: `POST /v2/user/login`. */
export async function logIn(form: LoginForm): Promise<Schemas['TokenPair']> {
  const body = { appId: await applicationId(), ...form }
  return (await apiPost('/v2/user/login', { body, withoutToken: true, expected: FIELD_ERRORS })).data
}

/** Exports all data of the member: `GET /v2/user/export`. */
export async function exportData(): Promise<object> {
  return (await apiGet('/v2/user/export', { silent: false })).data
}

/** Deletes the account with all its data: `POST /v2/user/delete`. */
export async function deleteAccount(password: string): Promise<void> {
  await apiPost('/v2/user/delete', { body: { password } })
}

export interface PasswordForm {
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

/** Error codes that name a field of the form of a new password. */
const PASSWORD_ERRORS = ['password_wrong', 'password_common']

/** Changes the member's password, ends every other session and answers the next recovery code: `POST /v2/user/password`. */
export async function changePassword(form: PasswordForm): Promise<Schemas['NewRecoveryCode']> {
  return (await apiPost('/v2/user/password', { body: form, expected: PASSWORD_ERRORS })).data
}

/** Whether the site mails recovery codes, also for visitors: `GET /v2/user/recovery`. */
export function recoveryByMailOptions() {
  return queryOptions({
    queryKey: ['recovery-by-mail'],
    queryFn: async ({ signal }) => (await apiGet('/v2/user/recovery', { signal })).data.byMail,
  })
}

/** How passwords are recovered, and when the member's code was made: `GET /v2/user/recovery`. */
export function recoveryOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'recovery'],
    queryFn: async ({ signal }) => (await apiGet('/v2/user/recovery', { signal })).data,
  })
}

/** Makes a recovery code, which is shown this once: `POST /v2/user/recovery/code`. */
export async function makeRecoveryCode(password: string): Promise<string> {
  return (await apiPost('/v2/user/recovery/code', { body: { password } })).data.recoveryCode
}

/** Changes the security email: `POST /v2/user/email`. */
export async function changeEmail(form: { email: string; password: string }): Promise<void> {
  await apiPost('/v2/user/email', { body: form })
}

/** A new password with a recovery code; `code` and `uuid` only while captchas are on. */
export interface RecoverForm {
  userName: string
  recoveryCode: string
  newPassword: string
  confirmPassword: string
  code?: string
  uuid?: string
}

/** Sets the password and answers the next recovery code: `POST /v2/user/recovery/password`. */
export async function recover(form: RecoverForm): Promise<Schemas['NewRecoveryCode']> {
  const options = { body: form, withoutToken: true, expected: FIELD_ERRORS }
  return (await apiPost('/v2/user/recovery/password', options)).data
}

/** Whom to mail a recovery code; `code` and `uuid` only while captchas are on. */
export interface RecoveryMailForm {
  userName: string
  email: string
  code?: string
  uuid?: string
}

/** Asks for a recovery code by mail: `POST /v2/user/recovery/mail`. */
export async function mailRecoveryCode(form: RecoveryMailForm): Promise<void> {
  await apiPost('/v2/user/recovery/mail', { body: form, withoutToken: true, expected: FIELD_ERRORS })
}

/** The registration form; `code` and `uuid` only while captchas are on. */
export interface RegisterForm {
  userName: string
  password: string
  confirmPassword: string
  email: string
  code?: string
  uuid?: string
}

/** Makes an account and answers its recovery code: `POST /v2/user/register`. */
export async function register(form: RegisterForm): Promise<Schemas['NewRecoveryCode']> {
  const body = { appId: await applicationId(), ...form }
  return (await apiPost('/v2/user/register', { body, withoutToken: true, expected: FIELD_ERRORS })).data
}

/** The member's sessions, most recently used first: `GET /v2/user/sessions`. */
export function sessionsOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'sessions'],
    queryFn: ({ signal }) => apiGet('/v2/user/sessions', { signal }),
    select: (answer) => answer.rows,
  })
}

/** Ends a session: `POST /v2/user/sessions/{id}/end`. */
export async function endSession(id: string): Promise<void> {
  await apiPost('/v2/user/sessions/{id}/end', { path: { id } })
}

/** The keys of the member's programs, latest first: `GET /v2/user/keys`. */
export function keysOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'keys'],
    queryFn: async ({ signal }) => (await apiGet('/v2/user/keys', { signal })).data,
  })
}

/** Makes a key, which is shown this once: `POST /v2/user/keys`. */
export async function makeKey(form: Schemas['ProgramKeyForm']): Promise<Schemas['NewKey']> {
  return (await apiPost('/v2/user/keys', { body: form })).data
}

/** Deletes a key: `POST /v2/user/keys/{id}/delete`. */
export async function deleteKey(id: string): Promise<void> {
  await apiPost('/v2/user/keys/{id}/delete', { path: { id } })
}
