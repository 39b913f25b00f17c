import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { queryText } from '@/shared/lib/query-text.ts'
import { PAGE_PARAM } from '../work/page-param.ts'
import { choicesIn, type FilterChoices, withChoices } from './choices.ts'

/** Name of the address parameter of the sheet that is open. */
export const SHEET_PARAM = 'filter'

/** The query of the same list under another tab: its filters stay. */
export function tabQuery(params: URLSearchParams, tab: Readonly<Record<string, string | undefined>>): string {
  const next = new URLSearchParams()
  for (const [name, value] of Object.entries(tab)) if (value) next.set(name, value)
  const text = queryText(withChoices(next, choicesIn(params)))
  return text && `?${text}`
}

/** The filters in the address, and the way to change them there: each change is a step in the history. */
export function useChoices() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const choices = useMemo(() => choicesIn(params), [params])

  /** `replace` takes the place of the open sheet in the history. */
  function choose(next: FilterChoices, replace = false) {
    const search = withChoices(params, next)
    search.delete(SHEET_PARAM)
    search.delete(PAGE_PARAM)
    void navigate({ search: queryText(search) }, { replace, preventScrollReset: true })
  }
  return { choices, choose }
}
