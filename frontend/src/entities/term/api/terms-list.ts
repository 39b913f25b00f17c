import { infiniteQueryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import { nextPage, rowsOf } from '@/shared/api/paging.ts'
import type { ListAnswer, TermCount } from '@/shared/api/types.ts'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import type { RelationKind } from '@/shared/config/paths.ts'

/** Which sidebar: a relation in a channel, optionally one entry of it. */
export interface TermsFilter {
  kind: RelationKind
  channel: ChannelName
  /** Only the entry of this id, for addresses whose entry is not on a loaded page. */
  id?: string
}

function call({ kind, channel, id }: TermsFilter): [string, Record<string, string | number | undefined>] {
  if (kind === 'performer') {
    const sort = channel === 'uncensored' ? 'uncensoredCount' : 'count'
    return ['/v2/works/performer/list', { sort, modName: channel, id }]
  }
  return ['/v2/tag/list', { tableName: kind, modId: CHANNELS[channel].modId, id }]
}

/** One page of sidebar entries: `GET /v2/tag/list` or `GET /v2/works/performer/list`. */
export function fetchTerms(filter: TermsFilter, pageNum: number, signal?: AbortSignal): Promise<ListAnswer<TermCount>> {
  const [path, params] = call(filter)
  return apiGet<ListAnswer<TermCount>>(
    path,
    { pageNum, pageSize: PAGE_SIZE.sidebar, ...params },
    { signal, silent: true },
  )
}

/** Sidebar entries, most works first. */
export function termsListOptions(filter: TermsFilter) {
  return infiniteQueryOptions({
    queryKey: ['terms', 'list', filter],
    queryFn: ({ pageParam, signal }) => fetchTerms(filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: rowsOf<TermCount>,
  })
}
