import { useLocation, useSearchParams } from 'react-router-dom'
import { type AddressChange, changedQuery, pageIn } from './table-address.ts'

/** What a table shows, which is part of its address, and the addresses of other pages and filters. */
export function useTableAddress() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  return {
    page: pageIn(params),
    /** A filter's value, empty when it is not set. */
    value: (name: string) => params.get(name) ?? '',
    to: (change: AddressChange) => pathname + changedQuery(params, change),
  }
}
