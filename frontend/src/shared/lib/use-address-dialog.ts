import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

interface AddressDialog {
  /** What is open, `null` when nothing is. */
  value: string | null
  open: (value: string) => void
  /** Shows something else in the open dialog without another step back. */
  change: (value: string) => void
  close: () => void
}

const OPENED_HERE = { openedHere: true }

/** A dialog whose state is the address's parameter `key`, so that going back closes it and a reload keeps it. */
export function useAddressDialog(key: string): AddressDialog {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()

  function go(value: string | null, options: { replace: boolean; state?: unknown }) {
    const next = new URLSearchParams(params)
    if (value === null) next.delete(key)
    else next.set(key, value)
    void navigate({ search: next.toString() }, { ...options, preventScrollReset: true })
  }

  return {
    value: params.get(key),
    open: (value) => go(value, { replace: false, state: OPENED_HERE }),
    change: (value) => go(value, { replace: true, state }),
    close: () => {
      if ((state as typeof OPENED_HERE | null)?.openedHere) void navigate(-1)
      else go(null, { replace: true })
    },
  }
}
