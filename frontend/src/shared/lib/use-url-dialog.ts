import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { letPass } from '../feedback/leave-guards.ts'
import { withParams } from './query.ts'
import { useLocationNow } from './use-location-now.ts'

export interface UrlDialog {
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
  const { state } = useLocation()
  const navigate = useNavigate()
  const locationNow = useLocationNow()
  const value = params.get(key)

  /** Whether it is open in the current URL, rather than the rendered one. */
  function isOpen(): boolean {
    const now = locationNow()
    return now !== null && new URLSearchParams(now.search).get(key) === value
  }

  function go(value: string, options: { replace: boolean; state?: unknown }) {
    const search = withParams(params, { [key]: value }).toString()
    void navigate({ search }, { ...options, preventScrollReset: true })
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
      else go('', { replace: true })
    },
  }
}
