import { apiPost, applicationId } from '@/shared/api/client.ts'
import type { Activation, Envelope } from '@/shared/api/types.ts'

/** What a redeemed code gave, and how the API says so. */
export interface Activated extends Envelope {
  data: Activation
}

/** Redeems an activation code: `POST /v2/user/activation`. */
export async function activate(code: string): Promise<Activated> {
  return apiPost<Activated>('/v2/user/activation', { appId: await applicationId(), code })
}
