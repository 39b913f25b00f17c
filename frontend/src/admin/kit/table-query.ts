import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { PathOf, QueryOf } from '@/shared/api/contract.ts'
import { apiGet } from '@/shared/api/http.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** The filters of a list that the contract allows, with the page. */
export type TableFilter<Path extends PathOf<'get'>> = Omit<QueryOf<Path>, 'pageNum' | 'pageSize'> & {
  page: number
  size?: number
}

/** Paging parameters of a table. */
export function pageQuery(page: number, size: number = PAGE_SIZE.admin) {
  return { pageNum: page, pageSize: size }
}

/** Options of every table query: always refetch, and keep the previous page until the next one arrives. */
export const TABLE_QUERY = { staleTime: 0, placeholderData: keepPreviousData } as const

/** Query options of a table of `path`; `key` is the prefix of its key. */
export function tableOptions<Path extends PathOf<'get'>>(
  key: QueryKey,
  path: Path,
  { page, size, ...filter }: TableFilter<Path>,
) {
  const query = { ...filter, ...pageQuery(page, size) }
  return queryOptions({
    queryKey: [...key, { ...filter, page, size }],
    // The type of the filter is unknown for a generic path.
    queryFn: ({ signal }) => apiGet(...([path, { query, signal }] as unknown as Parameters<typeof apiGet<Path>>)),
    ...TABLE_QUERY,
  })
}
