import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { UserInfo } from '@/shared/api/types.ts'
import { MEMBER_KEY } from '../member-key.ts'

/** Who is calling; visitors too are told so: `GET /v2/user/getInfo`. */
export function userInfoOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'info'],
    queryFn: ({ signal }) => apiGet<UserInfo>('/v2/user/getInfo', {}, { signal, silent: true }),
  })
}
