import { queryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { apiGet } from '@/shared/api/client.ts'
import type { Collection, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** All of a member's collections, which are at most one page: `GET /v2/user/collect/cate/list`. */
export function collectionsOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'collections'],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<Collection>>(
        '/v2/user/collect/cate/list',
        { pageNum: 1, pageSize: PAGE_SIZE.collections },
        { signal, silent: true },
      ),
    select: (answer) => answer.rows,
  })
}
