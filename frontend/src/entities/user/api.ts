import { queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { MEMBER_KEY } from '@/shared/api/member-key.ts'
import { clearTokens } from '@/shared/api/session.ts'

/** Logs out: `POST /v2/user/logout`. This device is logged out even if the call fails. */
export async function logOut(): Promise<void> {
  try {
    await apiPost('/v2/user/logout', { silent: true, repeatable: true })
  } catch {
    // A session that could not be ended expires; its tokens are gone here.
  } finally {
    clearTokens()
  }
}

/** The current user; works for visitors too: `GET /v2/user/getInfo`. */
export function userInfoOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'info'],
    queryFn: ({ signal }) => apiGet('/v2/user/getInfo', { signal }),
  })
}
