import { useContext } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { letPass } from '../feedback/leave-guards.ts'

interface UrlDialog {
  /** The open value, `null` if closed. */
  value: string | null
  open: (value: string) => void
  /** Changes the value without a history entry. */
  change: (value: string) => void
  /** Closes it; does nothing if it is no longer in the URL. */
  close: () => void
}

const OPENED_HERE = { openedHere: true }

/** A dialog whose state is the URL parameter `key`, so that Back closes it and a reload keeps it. */
export function useUrlDialog(key: string): UrlDialog {
  const [params] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const value = params.get(key)

  /** Whether it is open in the current URL, rather than the rendered one. */
  function isOpen(): boolean {
    const now = router?.state.location
    return now?.pathname === pathname && new URLSearchParams(now.search).get(key) === value
  }

  function go(value: string | null, options: { replace: boolean; state?: unknown }) {
    const next = new URLSearchParams(params)
    if (value === null) next.delete(key)
    else next.set(key, value)
    void navigate({ search: next.toString() }, { ...options, preventScrollReset: true })
  }

  return {
    value,
    open: (value) => go(value, { replace: false, state: OPENED_HERE }),
    change: (value) => go(value, { replace: true, state }),
    close: () => {
      if (value === null || !isOpen()) return
      // The dialog closes with the navigation, and its guards were asked already.
      letPass()
      if ((state as typeof OPENED_HERE | null)?.openedHere) void navigate(-1)
      else go(null, { replace: true })
    },
  }
}
