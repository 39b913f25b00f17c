import { skipToken, useQuery } from '@tanstack/react-query'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { usePaused } from '@/shared/lib/use-paused.ts'
import { UNSORTED } from '../kit/table-sort.ts'
import { adminTermsOptions } from '../kit/term-queries.ts'

/** Pause in typing after which the terms are asked for, in milliseconds. */
const TYPING_MS = 200
/** Terms that are offered at once. */
export const MAX_OFFERED = 8

type TermsFilter = Pick<Parameters<typeof adminTermsOptions>[0], 'kind' | 'modId'>

interface TermSearch extends TermsFilter {
  /** What is typed; without it, the most used ones are found. */
  typed: string
  /** Whether the answer is wanted now. */
  isWanted?: boolean
}

/** Terms by a part of a name as it is typed, the most used first. */
export function useTermSearch({ typed, kind, modId, isWanted = true }: TermSearch) {
  const name = typed.trim()
  const keyword = usePaused(name, TYPING_MS)
  const search = adminTermsOptions({ keyword: cut(keyword), kind, modId, ...UNSORTED, page: 1 })
  const found = useQuery(isWanted ? search : { ...search, queryFn: skipToken })
  // What was found for the text before is no answer.
  return { found, isTyped: keyword === name }
}

/** A keyword has a maximum length, a name a longer one. */
function cut(text: string): string {
  return Array.from(text).slice(0, KEYWORD_MAX).join('')
}
