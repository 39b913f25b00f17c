import { infiniteQueryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { apiGet } from '@/shared/api/http.ts'
import { nextPage } from '@/shared/api/paging.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { worksOf } from './works-list.ts'

/** The works a member likes, latest first: `GET /v2/user/like/detail/list`. */
export function likedOptions() {
  return infiniteQueryOptions({
    queryKey: [MEMBER_KEY, 'liked'],
    queryFn: ({ pageParam, signal }) =>
      apiGet('/v2/user/like/detail/list', { query: { pageNum: pageParam, pageSize: PAGE_SIZE.likes }, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: worksOf,
  })
}
