import { infiniteQueryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { apiGet } from '@/shared/api/client.ts'
import { nextPage } from '@/shared/api/paging.ts'
import type { ListAnswer, Work } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { worksOf } from './works-list.ts'

/** The works a member likes, latest first: `GET /v2/user/like/detail/list`. */
export function likedOptions() {
  return infiniteQueryOptions({
    queryKey: [MEMBER_KEY, 'liked'],
    queryFn: ({ pageParam, signal }) =>
      apiGet<ListAnswer<Work>>(
        '/v2/user/like/detail/list',
        { pageNum: pageParam, pageSize: PAGE_SIZE.likes },
        { signal, silent: true },
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: worksOf,
  })
}
