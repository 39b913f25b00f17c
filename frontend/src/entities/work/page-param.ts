import { useLocation, useNavigate } from 'react-router-dom'
import { PAGE_MAX } from '@/shared/config/constants.ts'
import { withParams } from '@/shared/lib/query.ts'

/** Name of the URL parameter; a list that begins at its first page has none. */
export const PAGE_PARAM = 'page'

/** The page that a list starts at, from the URL (R2.20). */
export function useStartPage(): number {
  const text = new URLSearchParams(useLocation().search).get(PAGE_PARAM) ?? ''
  return /^[1-9]\d*$/.test(text) ? Math.min(Number(text), PAGE_MAX) : 1
}

/** The current address with another page. */
export function useSearchOf() {
  const { search } = useLocation()
  return (page: number) => `?${withParams(search, { [PAGE_PARAM]: page > 1 ? String(page) : '' })}`
}

/** Takes a list that starts at a later page back to its first one, in the same place of the history. */
export function useToFirstPage() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const searchOf = useSearchOf()
  return () => void navigate(searchOf(1), { replace: true, state, preventScrollReset: true })
}
