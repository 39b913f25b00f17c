import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type QueryChange, queryText, withParams } from '@/shared/lib/query.ts'
import { PAGE_PARAM } from '../work/page-param.ts'
import { choicesIn, type FilterChoices, withChoices } from './choices.ts'

/** Name of the address parameter of the sheet that is open. */
export const SHEET_PARAM = 'filter'

/** The query of the same list under another tab: its filters stay. */
export function tabQuery(params: URLSearchParams, tab: QueryChange): string {
  const text = queryText(withChoices(withParams('', tab), choicesIn(params)))
  return text && `?${text}`
}

/** The filters in the address, and the way to change them there: each change is a step in the history. */
export function useChoices() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const choices = useMemo(() => choicesIn(params), [params])

  /** `replace` takes the place of the open sheet in the history. */
  function choose(next: FilterChoices, replace = false) {
    const search = withParams(withChoices(params, next), { [SHEET_PARAM]: '', [PAGE_PARAM]: '' })
    void navigate({ search: queryText(search) }, { replace, preventScrollReset: true })
  }
  return { choices, choose }
}
