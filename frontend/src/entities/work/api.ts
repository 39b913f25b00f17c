import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { choiceParams, type FilterChoices, WITHOUT_MAX } from '@/entities/work-filter/choices.ts'
import type { QueryOf, Schemas } from '@/shared/api/contract.ts'
import { ApiError, MAY_BE_MISSING } from '@/shared/api/errors.ts'
import { answerInPage, apiGet, apiPost } from '@/shared/api/http.ts'
import { MEMBER_KEY } from '@/shared/api/member-key.ts'
import { nextAfter, nextPage, rowsOf } from '@/shared/api/paging.ts'
import { preloadedResponseTime } from '@/shared/api/preloaded-response.ts'
import { currentLogin } from '@/shared/api/session.ts'
import type { ListAnswer, ShownWork, Video, Work } from '@/shared/api/types.ts'
import { CHANNELS, type ChannelName, channelOf } from '@/shared/config/channels.ts'
import { FRESH_MS, OFF, ON } from '@/shared/config/constants.ts'
import type { RelationKind } from '@/shared/config/paths.ts'
import { WORK_DETAILS_KEY, WORK_LISTS_KEY, WORKS_KEY } from './work-keys.ts'

/** Likes or unlikes a work: `POST /v2/user/like`. */
export async function setLike(workId: string, like: boolean): Promise<Schemas['LikeState']> {
  return (await apiPost('/v2/user/like', { body: { status: like ? ON : OFF, dataId: workId } })).data
}

/** Query key prefix of the works a member likes. */
export const LIKED_KEY = [MEMBER_KEY, 'liked'] as const

/** Error code for members without VIP. */
const VIP_REQUIRED = 'vip_required'

/** What a work is played from, for VIP: `GET /v2/video/{channel}/{id}`. */
export async function askForStream(work: Pick<Work, 'id' | 'modId'>): Promise<Video> {
  const call = { path: { id: work.id }, expected: [VIP_REQUIRED], silent: false }
  return (await apiGet(`/v2/video/${channelOf(work.modId).name}/{id}`, call)).data
}

/** Whether a failure means that VIP is required. */
export function needsVip(error: unknown): boolean {
  return error instanceof ApiError && error.errorCode === VIP_REQUIRED
}

/** One work with everything its page shows: `GET /v2/works/detail/{id}`. */
export function workDetailOptions(id: string) {
  return queryOptions({
    queryKey: [...WORK_DETAILS_KEY, id],
    queryFn: ({ signal }) => apiGet('/v2/works/detail/{id}', { path: { id }, signal, expected: MAY_BE_MISSING }),
    initialData: () => answerInPage('/v2/works/detail/{id}', { path: { id } }),
    // The page knows no member's flags.
    initialDataUpdatedAt: () => (currentLogin() === null ? preloadedResponseTime() : 0),
  })
}

/** How a list of works can be ordered (R2.6, R2.7, R6.4). */
export type WorkSort = 'pubTime' | 'id' | 'collects' | 'average' | 'evaluates' | 'relevance'

/** Which works a list shows; absent fields do not filter. */
export interface WorksFilter {
  channel?: ChannelName
  sort?: WorkSort
  /** Published within this many days; 999 is all. */
  date?: number
  /** Added to the catalogue since this time, seconds; the API rounds it down to the hour. */
  addedSince?: number
  keyword?: string
  /** Works with this relation; with `id`, to that entry. */
  relation?: { kind: RelationKind; id?: string }
  /** Only works with magnet links (R2.5). */
  onlyMagnet: boolean
  /** How the visitor narrows it down; its order wins. */
  choices?: FilterChoices
  /** Ids of terms that the visitor never wants to see, separated by commas. */
  hidden?: string
  pageSize: number
  /** What is narrowed down instead of the catalogue. */
  own?: OwnFacets
}

/** What narrows a list down, as parameters of its calls. */
export type FilterQuery = QueryOf<'/v2/works/detail/facets'>

/** A list that is not of the whole catalogue, and what further filters would leave of it. */
export interface OwnFacets {
  /** Query key of the whole list, and prefix of what is asked about parts of it. */
  key: QueryKey
  facets: (query: FilterQuery, signal: AbortSignal) => Promise<{ data: Facets }>
  /** It has works of all channels, and the magnet switch of public lists does not hold. */
  isMixed?: boolean
  /** Its works are kept on the device, without the names of their terms and their magnets. */
  isStored?: boolean
  /** Most works it shows, however many match. */
  most?: number
}

/** A list of the member's own. */
export interface OwnWorks extends OwnFacets {
  list: (query: FilterQuery & { pageNum: number; pageSize: number }, signal: AbortSignal) => Promise<ListAnswer<Work>>
}

/** A list of the member's own, page by page. */
export function ownWorksOptions({
  own,
  pageSize,
  choices,
}: Pick<WorksFilter, 'pageSize' | 'choices'> & { own: OwnWorks }) {
  const query = params({ choices, pageSize, onlyMagnet: false })
  return infiniteQueryOptions({
    queryKey: choices ? [...own.key, 'list', choices] : own.key,
    queryFn: ({ pageParam, signal }) => own.list({ pageNum: pageParam, pageSize, ...query }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: worksOf,
  })
}

/** The parameters of a list without its pages. */
function params(filter: WorksFilter): FilterQuery {
  const { relation } = filter
  return {
    modName: filter.channel,
    // The western lists name their channel by number too (R2.6).
    modId: filter.channel === 'western' ? CHANNELS.western.modId : undefined,
    sort: filter.sort,
    date: filter.date,
    addedSince: filter.addedSince,
    keyword: filter.keyword,
    isDht: filter.onlyMagnet ? 1 : undefined,
    // The API accepts this misspelling (R14.6).
    tableNmae: relation?.kind,
    ...(relation?.id ? { [relation.kind === 'tag' ? 'tagsId' : `${relation.kind}Id`]: relation.id } : {}),
    ...(filter.choices && choiceParams(filter.choices)),
    withoutTerms: unwantedTerms(filter),
  }
}

/** What is unwanted or hidden, but not what is asked for by name. */
function unwantedTerms({ choices, hidden = '', relation }: WorksFilter): string | undefined {
  const terms = choices?.terms ?? []
  const asked = [relation?.id, ...terms.filter((term) => !term.without).map((term) => term.id)]
  const unwanted = terms.filter((term) => term.without).map((term) => term.id)
  const all = new Set([...unwanted, ...hidden.split(',').filter((id) => id && !asked.includes(id))])
  return [...all].slice(0, WITHOUT_MAX).join(',') || undefined
}

/**
 * Address of a list's feed, which has the list's own parameters without those of a page. Where no order was chosen, what was
 * added last comes first: an older film that is added today is news to a feed's reader.
 */
export function feedUrl(filter: Omit<WorksFilter, 'pageSize'>): string {
  const query = new URLSearchParams()
  const sort = filter.sort === undefined || filter.sort === 'pubTime' ? 'id' : filter.sort
  for (const [name, value] of Object.entries(params({ ...filter, sort, pageSize: 1 }))) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  return `${window.location.origin}/feeds/works.atom?${query}`
}

/** One page of works; in a search maybe those of a corrected keyword. */
interface WorksAnswer extends ListAnswer<Work> {
  corrected?: string | null
  leftOut?: string | null
  /** Not of now: what the device kept, because the connection gave nothing in time (R1.38). */
  kept?: boolean
}

/**
 * One page of a list of works: `GET /v2/works/detail/list`. Its answer is the same for all, and the service worker keeps
 * only what is asked for without a token (R1.38).
 */
export function fetchWorks(filter: WorksFilter, pageNum: number, signal?: AbortSignal): Promise<WorksAnswer> {
  const query = { pageNum, pageSize: filter.pageSize, ...params(filter) }
  return apiGet('/v2/works/detail/list', { query, signal, withoutToken: true })
}

/** Any work of a list, another one each time: `GET /v2/works/random`. A failure is announced. */
export async function pickWork(filter: Omit<WorksFilter, 'pageSize'>): Promise<Work> {
  const query = params({ ...filter, pageSize: 1 })
  return (await apiGet('/v2/works/random', { query, silent: false })).data
}

/** Works like another one, the most alike first: `GET /v2/works/similar/{id}`. */
export function similarOptions(
  id: string,
  { onlyMagnet, hidden, choices }: Pick<WorksFilter, 'onlyMagnet' | 'hidden' | 'choices'>,
  limit: number,
) {
  const query = { limit, ...params({ onlyMagnet, hidden, choices, pageSize: limit }) }
  return queryOptions({
    queryKey: [...WORKS_KEY, 'similar', id, query],
    queryFn: async ({ signal }) =>
      (await apiGet('/v2/works/similar/{id}', { path: { id }, query, signal, expected: MAY_BE_MISSING }))
        .data satisfies ShownWork[],
    initialData: () => answerInPage('/v2/works/similar/{id}', { path: { id }, query })?.data,
    initialDataUpdatedAt: preloadedResponseTime,
  })
}

/** What each further filter would leave of a list. */
export type Facets = Schemas['WorksFacets']

/**
 * The counts beside the filters of a list; those of the catalogue are the same for all: `GET /v2/works/detail/facets`. Of the
 * terms with most works, and of those named.
 */
export function facetsOptions(
  { pageSize: _, sort: __, choices, own, ...list }: WorksFilter,
  named: readonly string[] = [],
) {
  // The order changes no counts.
  const filter = { ...list, choices: choices && { ...choices, sort: undefined } }
  const query = { ...params({ ...filter, pageSize: 1 }), countTerms: named.join(',') || undefined }
  return queryOptions({
    queryKey: [...(own?.key ?? WORKS_KEY), 'facets', filter, ...named],
    queryFn: async ({ signal }) => {
      const answer = own
        ? own.facets(query, signal)
        : apiGet('/v2/works/detail/facets', { query, signal, withoutToken: true })
      return (await answer).data
    },
    placeholderData: keepPreviousData,
  })
}

/** The first page of a list, if it came with the page. */
function listInPage(filter: WorksFilter): InfiniteData<ListAnswer<Work>, number> | undefined {
  const answer = answerInPage('/v2/works/detail/list', {
    query: { pageNum: 1, pageSize: filter.pageSize, ...params(filter) },
  })
  return answer && { pages: [answer], pageParams: [1] }
}

/** Number of works of a list without the magnet filter. */
export function unfilteredTotalOptions(filter: WorksFilter) {
  const all = { ...filter, onlyMagnet: false, pageSize: 1 }
  return queryOptions({
    queryKey: [...WORKS_KEY, 'total', all],
    queryFn: async ({ signal }) => (await fetchWorks(all, 1, signal)).total,
  })
}

/** A list of works, page by page from a page on. */
export function worksListOptions(filter: WorksFilter, start = 1) {
  const before = (start - 1) * filter.pageSize
  return infiniteQueryOptions({
    queryKey: start > 1 ? [...WORK_LISTS_KEY, filter, start] : [...WORK_LISTS_KEY, filter],
    queryFn: ({ pageParam, signal }) => fetchWorks(filter, pageParam, signal),
    initialData: () => (start === 1 ? listInPage(filter) : undefined),
    initialDataUpdatedAt: preloadedResponseTime,
    initialPageParam: start,
    staleTime: freshFor(FRESH_MS),
    getNextPageParam: (last, all, lastNumber) => nextAfter(before, last, all, lastNumber),
    select: worksOf,
  })
}

/** Whether a query's data are lists of which a page is not of now. */
export function isKept(data: unknown): boolean {
  const { pages } = (data ?? {}) as Partial<InfiniteData<WorksAnswer>>
  return pages?.some(({ kept }) => kept) ?? false
}

/** For how long a list is not asked for again: those of now for `milliseconds`, what the device kept not at all. */
export function freshFor(milliseconds: number) {
  return ({ state }: { state: { data?: unknown } }) => (isKept(state.data) ? 0 : milliseconds)
}

/** The works of all loaded pages without duplicates, since new works shift pages, and the number of these pages. */
export function worksOf(data: InfiniteData<WorksAnswer, number>) {
  const [first] = data.pages
  return {
    works: rowsOf(data),
    total: first?.total ?? 0,
    corrected: first?.corrected || undefined,
    leftOut: first?.leftOut || undefined,
    loaded: data.pages.length,
  }
}
