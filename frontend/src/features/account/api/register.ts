import { FIELD_WORDS } from '@/entities/captcha/refused-field.ts'
import { applicationId } from '@/shared/api/client.ts'
import { apiPost } from '@/shared/api/http.ts'

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
  await apiPost('/v2/user/register', { body, withoutToken: true, expected: FIELD_WORDS })
}
