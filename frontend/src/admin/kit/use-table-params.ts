import { useLocation, useSearchParams } from 'react-router-dom'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import type { QueryChange } from '@/shared/lib/query.ts'
import { changedQuery, pageIn } from './table-params.ts'
import { type SortFields, sortIn, type TableSort } from './table-sort.ts'

/** Page and filters of a table, stored in the URL. */
export interface TableLocation {
  page: number
  /** Rows on a page, and what can be chosen. */
  size: number
  sizes: readonly number[]
  /** Value of a filter; empty if it is not set. */
  value: (name: string) => string
  /** The URL after a change of page, filters or order. */
  to: (change: QueryChange) => string
}

/** All table parameters of a URL. */
export interface TableParams<Field extends string> extends TableLocation {
  sortFields: SortFields<Field>
  sorted: TableSort<Field>
}

/** Parses the table parameters of the URL once per list, which passes them down. */
export function useTableParams<Field extends string = never>(
  sortFields = {} as SortFields<Field>,
  sizes: readonly number[] = [PAGE_SIZE.admin],
): TableParams<Field> {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  return {
    page: pageIn(params),
    size: sizes.find((size) => String(size) === params.get('size')) ?? PAGE_SIZE.admin,
    sizes,
    sortFields,
    sorted: sortIn(params, sortFields),
    value: (name) => params.get(name) ?? '',
    to: (change) => pathname + changedQuery(params, change),
  }
}
