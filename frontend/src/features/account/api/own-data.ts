import { apiGet, apiPost } from '@/shared/api/http.ts'

/** Everything that is kept about a member: `GET /v2/user/export`. */
export async function exportData(): Promise<object> {
  return (await apiGet('/v2/user/export', { silent: false })).data
}

/** Deletes the account and everything kept about it: `POST /v2/user/delete`. */
export async function deleteAccount(password: string): Promise<void> {
  await apiPost('/v2/user/delete', { body: { password } })
}
