import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { TermsFind } from '@/entities/term/api.ts'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { queryText, withParams } from '@/shared/lib/query.ts'
import { useLocationNow } from '@/shared/lib/use-location-now.ts'

/** What names may begin with; # is anything else. */
export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#']

/** Names of the address parameters. */
const KEYWORD_PARAM = 'find'
const LETTER_PARAM = 'letter'

/** What a sidebar is narrowed to, in the address: links to its entries take it along. */
export function useTermFind() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const locationNow = useLocationNow()
  const find = useMemo(() => findIn(params), [params])

  // No step in the history: Back leads to where one was, and not through letters of a word.
  const narrow = useCallback(
    (change: TermsFind) => {
      const now = locationNow()
      if (now === null) return
      const params = new URLSearchParams(now.search)
      const search = queryText(withFind(params, { ...findIn(params), ...change }))
      void navigate({ search }, { replace: true, state: now.state, preventScrollReset: true })
    },
    [locationNow, navigate],
  )
  const query = queryText(withFind(new URLSearchParams(), find))
  return { find, query: query && `?${query}`, narrow }
}

/** An address may say anything; what cannot be is as if it were not there. */
function findIn(params: URLSearchParams): TermsFind {
  const letter = params.get(LETTER_PARAM) ?? ''
  return {
    keyword: keywordIn(params.get(KEYWORD_PARAM) ?? ''),
    letter: LETTERS.includes(letter) ? letter : undefined,
  }
}

/** What an address has of a text that was typed: one that is cut or mended there would never be the same as that. */
export function keywordIn(text: string): string | undefined {
  const [kept = ''] = new URLSearchParams([['', text]]).values()
  return kept.slice(0, KEYWORD_MAX).trim() || undefined
}

function withFind(params: URLSearchParams, { keyword = '', letter = '' }: TermsFind): URLSearchParams {
  return withParams(params, { [KEYWORD_PARAM]: keyword, [LETTER_PARAM]: letter })
}
