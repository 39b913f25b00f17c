import { queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { clearTokens } from '@/shared/api/session.ts'
import { MEMBER_KEY } from './member-key.ts'

/** Logs out: `POST /v2/user/logout`. Whatever the server says, this device is logged out afterwards. */
export async function logOut(): Promise<void> {
  try {
    await apiPost('/v2/user/logout', { silent: true, repeatable: true })
  } catch {
    // A session nobody could end runs out by itself; its tokens are gone from here.
  } finally {
    clearTokens()
  }
}

/** Who is calling; visitors too are told so: `GET /v2/user/getInfo`. */
export function userInfoOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'info'],
    queryFn: ({ signal }) => apiGet('/v2/user/getInfo', { signal }),
  })
}
