import { FIELD_WORDS } from '@/entities/captcha/refused-field.ts'
import { apiPost, applicationId } from '@/shared/api/client.ts'

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
  await apiPost(
    '/v2/user/register',
    { appId: await applicationId(), ...form },
    { withoutToken: true, expected: FIELD_WORDS },
  )
}
