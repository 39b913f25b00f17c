import { useContext } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { letPass } from '../feedback/leave-guards.ts'

interface UrlDialog {
  /** What is open, `null` when nothing is. */
  value: string | null
  open: (value: string) => void
  /** Shows something else in the open dialog without another step back. */
  change: (value: string) => void
  /** Closes what was open when this was made; does nothing when it is not in the address any more. */
  close: () => void
}

const OPENED_HERE = { openedHere: true }

/** A dialog whose state is the address's parameter `key`, so that going back closes it and a reload keeps it. */
export function useUrlDialog(key: string): UrlDialog {
  const [params] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const value = params.get(key)

  /** Whether the address, as it is now and not as it was shown last, still has it open. */
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
      // The dialog goes with the address and not before it, and whoever closes it has been asked.
      letPass()
      if ((state as typeof OPENED_HERE | null)?.openedHere) void navigate(-1)
      else go(null, { replace: true })
    },
  }
}
