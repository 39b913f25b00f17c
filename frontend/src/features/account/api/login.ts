import { FIELD_WORDS } from '@/entities/captcha/refused-field.ts'
import { applicationId } from '@/shared/api/client.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { apiPost } from '@/shared/api/http.ts'

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
  return (await apiPost('/v2/user/login', { body, withoutToken: true, expected: FIELD_WORDS })).data
}
