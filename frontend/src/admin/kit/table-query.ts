import { keepPreviousData } from '@tanstack/react-query'
import type { PathOf, QueryOf } from '@/shared/api/contract.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** Which rows of a list to show: what the contract lets one ask for, with the page of the table. */
export type TableFilter<Path extends PathOf<'get'>> = Omit<QueryOf<Path>, 'pageNum' | 'pageSize'> & { page: number }

/** The page of a table, as lists are asked for it. */
export function pageQuery(page: number) {
  return { pageNum: page, pageSize: PAGE_SIZE.admin }
}

/** What holds for the query of every table: always asked for anew, and the page before stays until the next is there. */
export const TABLE_QUERY = { staleTime: 0, placeholderData: keepPreviousData } as const
