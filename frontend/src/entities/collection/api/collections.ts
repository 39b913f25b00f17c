import { queryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { apiGet } from '@/shared/api/http.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** All of a member's collections, which are at most one page: `GET /v2/user/collect/cate/list`. */
export function collectionsOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'collections'],
    queryFn: ({ signal }) =>
      apiGet('/v2/user/collect/cate/list', { query: { pageNum: 1, pageSize: PAGE_SIZE.collections }, signal }),
    select: (answer) => answer.rows,
  })
}
