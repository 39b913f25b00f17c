import { skipToken, useQuery } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import type { TermEntry } from '@/shared/api/types.ts'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import type { RelationKind } from '@/shared/config/paths.ts'
import { usePaused } from '@/shared/lib/use-paused.ts'
import { TERMS_KEY } from '../term/term-keys.ts'
import { type Facets, facetsOptions, type WorksFilter } from '../work/api.ts'

/** Pause in typing after which the terms are asked for, in milliseconds. */
const TYPING_MS = 300

/** What a text finds among all terms of a kind. */
interface FoundTerms {
  rows: readonly TermEntry[]
  /** Whether there are more than these, which have most works. */
  isPart: boolean
  /** None when nothing is looked for. */
  state: 'none' | 'loading' | 'error' | 'done'
  retry: () => void
}

/** The terms with what was typed in a name, an alias, their pinyin or its initials: `GET /v2/tag/list`. */
export function useFoundTerms(kind: RelationKind, channel: ChannelName | undefined, typed: string): FoundTerms {
  const keyword = usePaused(typed, TYPING_MS)
  const modId = channel && CHANNELS[channel].modId
  const found = useQuery({
    queryKey: [...TERMS_KEY, 'find', kind, modId, keyword],
    queryFn: ({ signal }) =>
      apiGet('/v2/tag/list', {
        query: { tableName: kind, modId, keyword, pageNum: 1, pageSize: PAGE_SIZE.sidebar },
        signal,
      }),
    enabled: keyword !== '' && keyword === typed,
  })
  // What was found for the text before is no answer.
  const answer = keyword === typed ? found.data : undefined
  return {
    rows: answer?.rows ?? [],
    isPart: answer !== undefined && answer.total > answer.rows.length,
    state: typed === '' ? 'none' : answer ? 'done' : found.isError && keyword === typed ? 'error' : 'loading',
    retry: () => void found.refetch(),
  }
}

/** These terms by id, with how many works of a list have each; none of those that are not counted yet. */
export function useCountedTerms(
  list: WorksFilter,
  ids: readonly string[],
): ReadonlyMap<string, Facets['terms'][number]> {
  const counts = facetsOptions(list, ids)
  const { data } = useQuery(ids.length > 0 ? counts : { ...counts, queryFn: skipToken })
  return new Map(data?.terms.map((term) => [term.id, term]))
}
