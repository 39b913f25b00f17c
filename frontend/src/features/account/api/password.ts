import { apiPost } from '@/shared/api/http.ts'

/** What changing a password takes. */
export interface PasswordForm {
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

/** Changes the member's password and ends every other session: `POST /v2/user/password`. */
export async function changePassword(form: PasswordForm): Promise<void> {
  await apiPost('/v2/user/password', { body: form })
}
