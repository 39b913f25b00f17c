import { FIELD_WORDS } from '@/entities/captcha/refused-field.ts'
import { apiPost, applicationId } from '@/shared/api/client.ts'
import type { Envelope, TokenPair } from '@/shared/api/types.ts'

/** The login form; `code` and `uuid` only while captchas are on. */
export interface LoginForm {
  userName: string
  password: string
  rememberMe: boolean
  code?: string
  uuid?: string
}

/** Logs in: `POST /v2/user/login`. */
export async function logIn(form: LoginForm): Promise<TokenPair> {
  const body = { appId: await applicationId(), ...form }
  return (
    await apiPost<Envelope & { data: TokenPair }>('/v2/user/login', body, { withoutToken: true, expected: FIELD_WORDS })
  ).data
}
