import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { MEMBER_KEY } from '../member-key.ts'

/** Who is calling; visitors too are told so: `GET /v2/user/getInfo`. */
export function userInfoOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'info'],
    queryFn: ({ signal }) => apiGet('/v2/user/getInfo', { signal }),
  })
}
