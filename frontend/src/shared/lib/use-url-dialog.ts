import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { letPass } from '../feedback/leave-guards.ts'
import { withParams } from './query.ts'
import { useLocationNow } from './use-location-now.ts'

/** What a link to an open dialog needs. */
interface UrlDialogLink {
  to: { search: string }
  replace: boolean
  state: unknown
  preventScrollReset: true
}

export interface UrlDialog {
  /** The open value, `null` if closed. */
  value: string | null
  open: (value: string) => void
  /** Changes the value without a history entry. */
  change: (value: string) => void
  /** A link that opens it, or changes the value if it is open. */
  link: (value: string) => UrlDialogLink
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

  const searchFor = (value: string) => withParams(params, { [key]: value }).toString()

  function go(value: string, options: { replace: boolean; state?: unknown }) {
    void navigate({ search: searchFor(value) }, { ...options, preventScrollReset: true })
  }

  return {
    value,
    open: (value) => go(value, { replace: false, state: OPENED_HERE }),
    change: (value) => go(value, { replace: true, state }),
    link: (next) => ({
      to: { search: searchFor(next) },
      replace: value !== null,
      state: value === null ? OPENED_HERE : state,
      preventScrollReset: true,
    }),
    close: () => {
      if (value === null || !isOpen()) return
      // The dialog closes with the navigation, and its guards were asked already.
      letPass()
      if ((state as typeof OPENED_HERE | null)?.openedHere) void navigate(-1)
      else go('', { replace: true })
    },
  }
}
