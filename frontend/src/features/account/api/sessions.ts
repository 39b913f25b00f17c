import { queryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'

/** Where a member is logged in, the last used first: `GET /v2/user/sessions`. */
export function sessionsOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'sessions'],
    queryFn: ({ signal }) => apiGet('/v2/user/sessions', { signal }),
    select: (answer) => answer.rows,
  })
}

/** Ends one of them: `POST /v2/user/sessions/{id}/end`. */
export async function endSession(id: string): Promise<void> {
  await apiPost('/v2/user/sessions/{id}/end', { path: { id } })
}
