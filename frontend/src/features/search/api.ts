import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Schemas } from '@/shared/api/contract.ts'
import { answerInPage, apiGet } from '@/shared/api/http.ts'
import { preloadedResponseTime } from '@/shared/api/preloaded-response.ts'

/** Works and terms that match what is typed. */
export type Suggestions = Schemas['Suggestions']

/** A suggested work. */
export type SuggestedWork = Schemas['SuggestedWork']

/** A suggested performer, maker, series, … */
export type SuggestedTerm = Schemas['SuggestedTerm']

/** How long suggestions and hot words are not asked for again, in milliseconds. */
const FRESH_MS = 60_000

/** Most works, and most terms of each kind. */
const LIMIT = 4

/** Suggestions for a keyword without hidden terms: `GET /v2/search/suggest`. They are a help only, so a failure is not retried. */
export function suggestOptions(keyword: string, hidden: string | undefined) {
  const query = { keyword, limit: LIMIT, withoutTerms: hidden }
  return queryOptions({
    queryKey: ['search', 'suggest', keyword, hidden],
    queryFn: async ({ signal }) => (await apiGet('/v2/search/suggest', { query, signal })).data,
    initialData: () => answerInPage('/v2/search/suggest', { query })?.data,
    initialDataUpdatedAt: preloadedResponseTime,
    enabled: keyword !== '',
    staleTime: FRESH_MS,
    retry: false,
  })
}

/** The same while typing: the last suggestions stay until the next ones come. */
export function typingOptions(keyword: string, hidden: string | undefined) {
  return { ...suggestOptions(keyword, hidden), placeholderData: keepPreviousData<Suggestions | undefined> }
}

/** What others search for: `GET /v2/search/hot`. */
export function hotWordsOptions() {
  return queryOptions({
    queryKey: ['search', 'hot'],
    queryFn: async ({ signal }) => (await apiGet('/v2/search/hot', { signal })).data,
    staleTime: FRESH_MS,
    retry: false,
  })
}
