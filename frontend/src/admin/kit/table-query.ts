import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { PathOf, QueryOf } from '@/shared/api/contract.ts'
import { apiGet } from '@/shared/api/http.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** Which rows of a list to show: what the contract lets one ask for, with the page of the table. */
export type TableFilter<Path extends PathOf<'get'>> = Omit<QueryOf<Path>, 'pageNum' | 'pageSize'> & { page: number }

/** The page of a table, as lists are asked for it. */
export function pageQuery(page: number) {
  return { pageNum: page, pageSize: PAGE_SIZE.admin }
}

/** What holds for the query of every table: always asked for anew, and the page before stays until the next is there. */
export const TABLE_QUERY = { staleTime: 0, placeholderData: keepPreviousData } as const

/** The query of a table whose rows come from `path`; `key` is the first part of its key. */
export function tableOptions<Path extends PathOf<'get'>>(
  key: QueryKey,
  path: Path,
  { page, ...filter }: TableFilter<Path>,
) {
  const query = { ...filter, ...pageQuery(page) }
  return queryOptions({
    queryKey: [...key, { ...filter, page }],
    // What a filter is made of is not known for a path that is not known.
    queryFn: ({ signal }) => apiGet(...([path, { query, signal }] as unknown as Parameters<typeof apiGet<Path>>)),
    ...TABLE_QUERY,
  })
}
