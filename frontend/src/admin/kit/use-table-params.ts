import { useLocation, useSearchParams } from 'react-router-dom'
import { changedQuery, pageIn, type QueryChange } from './table-params.ts'
import { type SortFields, sortIn, type TableSort } from './table-sort.ts'

/** The page and the filters of a table, which are part of its address. */
export interface TableLocation {
  page: number
  /** A filter's value, empty when it is not set. */
  value: (name: string) => string
  /** The address after a change of page, filters or order. */
  to: (change: QueryChange) => string
}

/** Everything a table's address says. */
export interface TableParams<Field extends string> extends TableLocation {
  sortFields: SortFields<Field>
  sorted: TableSort<Field>
}

/** Parses what a table shows out of its address: once for each list, which passes it on. */
export function useTableParams<Field extends string = never>(sortFields = {} as SortFields<Field>): TableParams<Field> {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  return {
    page: pageIn(params),
    sortFields,
    sorted: sortIn(params, sortFields),
    value: (name) => params.get(name) ?? '',
    to: (change) => pathname + changedQuery(params, change),
  }
}
