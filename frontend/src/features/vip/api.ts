import { applicationId } from '@/shared/api/client.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import { apiPost } from '@/shared/api/http.ts'

/** Error codes about the code itself, shown at its field. */
const ABOUT_CODE = ['code_short', 'code_invalid', 'code_expired']

/** Redeems an activation code: `POST /v2/user/activation`. */
export async function activate(code: string): Promise<Schemas['ActivationResult']> {
  const body = { appId: await applicationId(), code }
  return apiPost('/v2/user/activation', { body, expected: ABOUT_CODE })
}

/** Whether an error is about the code itself. */
export function isAboutCode(error: unknown): error is ApiError {
  return error instanceof ApiError && ABOUT_CODE.includes(error.errorCode)
}
