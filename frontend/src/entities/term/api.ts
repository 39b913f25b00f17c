import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { MAY_BE_MISSING } from '@/shared/api/errors.ts'
import { apiGet } from '@/shared/api/http.ts'
import { nextPage, rowsOf } from '@/shared/api/paging.ts'
import type { ListAnswer, TermEntry } from '@/shared/api/types.ts'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import type { RelationKind } from '@/shared/config/paths.ts'
import { TERMS_KEY } from './term-keys.ts'

/** A channel's categories in groups: `GET /v2/tag/channel`. */
export function termGroupsOptions(channel: ChannelName) {
  return queryOptions({
    queryKey: [...TERMS_KEY, 'groups', channel],
    queryFn: ({ signal }) =>
      apiGet('/v2/tag/channel', {
        query: { pageNum: 1, pageSize: 100, modId: CHANNELS[channel].modId, modName: channel, tableNmae: 'tag' },
        signal,
      }),
    select: (answer) => answer.data,
  })
}

/** A term with what its page shows above the works: `GET /v2/tag/detail/{id}`. */
export function termDetailOptions(id: string) {
  return queryOptions({
    queryKey: [...TERMS_KEY, 'detail', id],
    queryFn: async ({ signal }) =>
      (await apiGet('/v2/tag/detail/{id}', { path: { id }, signal, expected: MAY_BE_MISSING })).data,
  })
}

/** Narrows a sidebar. */
export interface TermsFind {
  /** Part of a name, its pinyin, or the initials of that. */
  keyword?: string
  /** A to Z, or # for names that begin with none. */
  letter?: string
}

/** Which sidebar: a relation in a channel, optionally one entry of it. */
export interface TermsFilter extends TermsFind {
  kind: RelationKind
  channel: ChannelName
  /** Only this entry, if it is not on a loaded page. */
  id?: string
}

/** The letters under which a sidebar has entries: `GET /v2/tag/letters`. */
export function termLettersOptions({ kind, channel, keyword }: Pick<TermsFilter, 'kind' | 'channel' | 'keyword'>) {
  return queryOptions({
    queryKey: [...TERMS_KEY, 'letters', kind, channel, keyword],
    queryFn: ({ signal }) =>
      apiGet('/v2/tag/letters', { query: { tableName: kind, modName: channel, keyword }, signal }),
    select: (answer) => answer.data.letters,
  })
}

/** One page of sidebar entries: `GET /v2/tag/list` or `GET /v2/works/performer/list`. */
export function fetchTerms(
  { kind, channel, id, keyword, letter }: TermsFilter,
  pageNum: number,
  signal?: AbortSignal,
): Promise<ListAnswer<TermEntry>> {
  const page = { pageNum, pageSize: PAGE_SIZE.sidebar, id, keyword, letter }
  if (kind === 'performer') {
    const sort = channel === 'uncensored' ? 'uncensoredCount' : 'count'
    return apiGet('/v2/works/performer/list', { query: { ...page, sort, modName: channel }, signal })
  }
  return apiGet('/v2/tag/list', { query: { ...page, tableName: kind, modId: CHANNELS[channel].modId }, signal })
}

/** Sidebar entries, most works first. */
export function termsListOptions(filter: TermsFilter) {
  return infiniteQueryOptions({
    queryKey: [...TERMS_KEY, 'list', filter],
    queryFn: ({ pageParam, signal }) => fetchTerms(filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: rowsOf<TermEntry>,
  })
}
