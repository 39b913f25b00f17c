import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import type { QueryOf, Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { nextPage, rowsOf } from '@/shared/api/paging.ts'
import type { ListAnswer, Work } from '@/shared/api/types.ts'
import { CHANNELS, type ChannelName, channelOf } from '@/shared/config/channels.ts'
import { OFF, ON, PAGE_SIZE } from '@/shared/config/constants.ts'
import type { RelationKind } from '@/shared/config/paths.ts'
import { WORK_DETAILS_KEY, WORK_LISTS_KEY, WORKS_KEY } from './work-keys.ts'

/** Likes or unlikes a work: `POST /v2/user/like`. */
export async function setLike(workId: string, like: boolean): Promise<Schemas['LikeState']> {
  return (await apiPost('/v2/user/like', { body: { status: like ? ON : OFF, dataId: workId } })).data
}

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

/** Error code for members without VIP. */
const VIP_REQUIRED = 'vip_required'

/** A new stream URL of a work, for VIP: `GET /v2/video/{channel}/{id}`. */
export async function askForStream(work: Pick<Work, 'id' | 'modId'>): Promise<string> {
  const call = { path: { id: work.id }, expected: [VIP_REQUIRED], silent: false }
  return (await apiGet(`/v2/video/${channelOf(work.modId).name}/{id}`, call)).data.m3u8Url
}

/** Whether a failure means that VIP is required. */
export function needsVip(error: unknown): boolean {
  return error instanceof ApiError && error.errorCode === VIP_REQUIRED
}

/** One work with everything its page shows: `GET /v2/works/detail/{id}`. */
export function workDetailOptions(id: string) {
  return queryOptions({
    queryKey: [...WORK_DETAILS_KEY, id],
    queryFn: ({ signal }) => apiGet('/v2/works/detail/{id}', { path: { id }, signal }),
  })
}

/** How a list of works can be ordered (R2.6, R2.7, R6.4). */
export type WorkSort = 'pubTime' | 'collects' | 'average' | 'evaluates' | 'relevance'

/** Which works a list shows; absent fields do not filter. */
export interface WorksFilter {
  channel?: ChannelName
  sort?: WorkSort
  /** Published within this many days; 999 is all. */
  date?: number
  keyword?: string
  /** Works with this relation; with `id`, to that entry. */
  relation?: { kind: RelationKind; id?: string }
  /** Only works with magnet links (R2.5). */
  onlyMagnet: boolean
  pageSize: number
}

function params(filter: WorksFilter, pageNum: number): QueryOf<'/v2/works/detail/list'> {
  const { relation } = filter
  return {
    pageNum,
    pageSize: filter.pageSize,
    modName: filter.channel,
    // The western lists name their channel by number too (R2.6).
    modId: filter.channel === 'western' ? CHANNELS.western.modId : undefined,
    sort: filter.sort,
    date: filter.date,
    keyword: filter.keyword,
    isDht: filter.onlyMagnet ? 1 : undefined,
    // The API accepts this misspelling (R14.6).
    tableNmae: relation?.kind,
    ...(relation?.id ? { [relation.kind === 'tag' ? 'tagsId' : `${relation.kind}Id`]: relation.id } : {}),
  }
}

/** One page of a list of works: `GET /v2/works/detail/list`. */
export function fetchWorks(filter: WorksFilter, pageNum: number, signal?: AbortSignal): Promise<ListAnswer<Work>> {
  return apiGet('/v2/works/detail/list', { query: params(filter, pageNum), signal })
}

/** Number of works of a list without the magnet filter. */
export function unfilteredTotalOptions(filter: WorksFilter) {
  const all = { ...filter, onlyMagnet: false, pageSize: 1 }
  return queryOptions({
    queryKey: [...WORKS_KEY, 'total', all],
    queryFn: async ({ signal }) => (await fetchWorks(all, 1, signal)).total,
  })
}

/** A list of works, page by page. */
export function worksListOptions(filter: WorksFilter) {
  return infiniteQueryOptions({
    queryKey: [...WORK_LISTS_KEY, filter],
    queryFn: ({ pageParam, signal }) => fetchWorks(filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: worksOf,
  })
}

/** The works of all loaded pages without duplicates, since new works shift pages. */
export function worksOf(data: InfiniteData<ListAnswer<Work>, number>) {
  return { works: rowsOf(data), total: data.pages[0]?.total ?? 0 }
}
