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

/** Changes the member's password and ends every other session: `POST /v2/user/password`. */
export async function changePassword(form: PasswordForm): Promise<void> {
  await apiPost('/v2/user/password', { body: form })
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

/** Makes an account: `POST /v2/user/register`. */
export async function register(form: RegisterForm): Promise<void> {
  const body = { appId: await applicationId(), ...form }
  await apiPost('/v2/user/register', { body, withoutToken: true, expected: FIELD_ERRORS })
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
export async function makeKey(name: string): Promise<Schemas['NewKey']> {
  return (await apiPost('/v2/user/keys', { body: { name } })).data
}

/** Deletes a key: `POST /v2/user/keys/{id}/delete`. */
export async function deleteKey(id: string): Promise<void> {
  await apiPost('/v2/user/keys/{id}/delete', { path: { id } })
}
