import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { PathOf, QueryOf } from '@/shared/api/contract.ts'
import { apiGet } from '@/shared/api/http.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** The filters of a list that the contract allows, with the page. */
export type TableFilter<Path extends PathOf<'get'>> = Omit<QueryOf<Path>, 'pageNum' | 'pageSize'> & { page: number }

/** Paging parameters of a table. */
export function pageQuery(page: number) {
  return { pageNum: page, pageSize: PAGE_SIZE.admin }
}

/** Options of every table query: always refetch, and keep the previous page until the next one arrives. */
export const TABLE_QUERY = { staleTime: 0, placeholderData: keepPreviousData } as const

/** Query options of a table of `path`; `key` is the prefix of its key. */
export function tableOptions<Path extends PathOf<'get'>>(
  key: QueryKey,
  path: Path,
  { page, ...filter }: TableFilter<Path>,
) {
  const query = { ...filter, ...pageQuery(page) }
  return queryOptions({
    queryKey: [...key, { ...filter, page }],
    // The type of the filter is unknown for a generic path.
    queryFn: ({ signal }) => apiGet(...([path, { query, signal }] as unknown as Parameters<typeof apiGet<Path>>)),
    ...TABLE_QUERY,
  })
}
