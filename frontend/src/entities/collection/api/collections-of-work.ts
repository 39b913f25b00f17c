import { queryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { apiGet } from '@/shared/api/http.ts'

/** Ids of the member's collections a work is in: `GET /v2/user/collect/{id}`. */
export function collectionsOfWorkOptions(workId: string) {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'collections-of-work', workId],
    queryFn: ({ signal }) => apiGet('/v2/user/collect/{id}', { path: { id: workId }, signal }),
    select: (answer) => answer.data,
    staleTime: 0,
  })
}
