import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type OwnWorks, ownWorksOptions } from '@/entities/work/api.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { OWN_PASSWORD_FIRST } from '@/shared/api/errors.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { MEMBER_KEY } from '@/shared/api/member-key.ts'
import { nextPage, rowsOf } from '@/shared/api/paging.ts'
import { OFF, ON, PAGE_SIZE } from '@/shared/config/constants.ts'

/** Query key prefix of what a member follows. */
export const FOLLOWS_KEY = [MEMBER_KEY, 'follows'] as const

/** Follows or unfollows a term: `POST /v2/user/follow`. */
export async function setFollow(termId: string, follow: boolean): Promise<Schemas['FollowState']> {
  return (await apiPost('/v2/user/follow', { body: { status: follow ? ON : OFF, dataId: termId } })).data
}

/** Whether the member follows a term: `GET /v2/user/follow/{id}`. */
export function followStateOptions(id: string) {
  return queryOptions({
    queryKey: [...FOLLOWS_KEY, 'state', id],
    queryFn: async ({ signal }) =>
      (await apiGet('/v2/user/follow/{id}', { path: { id }, expected: OWN_PASSWORD_FIRST, signal })).data,
  })
}

/** The terms a member follows, latest first: `GET /v2/user/follow/list`. */
export function followedTermsOptions() {
  return infiniteQueryOptions({
    queryKey: [...FOLLOWS_KEY, 'terms'],
    queryFn: ({ pageParam, signal }) =>
      apiGet('/v2/user/follow/list', { query: { pageNum: pageParam, pageSize: PAGE_SIZE.follows }, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: rowsOf<Schemas['MemberTerm']>,
  })
}

/** The works of what a member follows, newest first: `GET /v2/user/follow/works`. */
export const FOLLOWED_WORKS: OwnWorks = {
  key: [...FOLLOWS_KEY, 'works'],
  isMixed: true,
  list: (query, signal) => apiGet('/v2/user/follow/works', { query, expected: OWN_PASSWORD_FIRST, signal }),
  facets: (query, signal) => apiGet('/v2/user/follow/works/facets', { query, signal }),
}

/** All of {@link FOLLOWED_WORKS}. */
export function followedWorksOptions() {
  return ownWorksOptions({ own: FOLLOWED_WORKS, pageSize: PAGE_SIZE.followed })
}
