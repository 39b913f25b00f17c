import { apiGet, apiPost } from '@/shared/api/client.ts'
import type { Envelope } from '@/shared/api/types.ts'

/** Everything that is kept about a member: `GET /v2/user/export`. */
export async function exportData(): Promise<object> {
  return (await apiGet<Envelope & { data: object }>('/v2/user/export')).data
}

/** Deletes the account and everything kept about it: `POST /v2/user/delete`. */
export async function deleteAccount(password: string): Promise<void> {
  await apiPost('/v2/user/delete', { password })
}
