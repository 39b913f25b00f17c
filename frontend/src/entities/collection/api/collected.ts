import { infiniteQueryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { worksOf } from '@/entities/work/api/works-list.ts'
import { apiGet } from '@/shared/api/http.ts'
import { nextPage } from '@/shared/api/paging.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** First parts of the keys of every list of collected works. */
export const COLLECTED_KEY = [MEMBER_KEY, 'collected'] as const

/** The works of a collection, or of all without an id, latest first: `GET /v2/user/collect/detail/list`. */
export function collectedOptions(cateId: string | null) {
  return infiniteQueryOptions({
    queryKey: [...COLLECTED_KEY, cateId],
    queryFn: ({ pageParam, signal }) =>
      apiGet('/v2/user/collect/detail/list', {
        query: { pageNum: pageParam, pageSize: PAGE_SIZE.collected, cateId },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: worksOf,
  })
}
