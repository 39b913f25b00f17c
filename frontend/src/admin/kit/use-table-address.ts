import { useLocation, useSearchParams } from 'react-router-dom'
import { type AddressChange, changedQuery, pageIn } from './table-address.ts'
import { type Sortable, sortIn } from './table-sort.ts'

/** What a table shows, which is part of its address, and the addresses of other pages, filters and orders. */
export function useTableAddress() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  return {
    page: pageIn(params),
    /** A filter's value, empty when it is not set. */
    value: (name: string) => params.get(name) ?? '',
    /** What the table is sorted by, if one of its columns can. */
    sorted: (columns: readonly Sortable[]) => sortIn(params, columns),
    to: (change: AddressChange) => pathname + changedQuery(params, change),
  }
}
