import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { AdminWork, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'
import type { TableSort } from '../../kit/table-sort.ts'

/** First parts of the keys of the works table and of every work in it. */
export const ADMIN_WORKS_KEY = [...ADMIN_KEY, 'works'] as const

/** Which works to list. */
export interface AdminWorksFilter extends TableSort {
  keyword: string
  /** A channel's number; all without. */
  modId: string
  /** 1 for hidden ones, 0 for shown ones; all without. */
  hidden: string
  page: number
}

/** Works with what only operators see: `GET /admin/works`. */
export function adminWorksOptions({ page, ...filter }: AdminWorksFilter) {
  return queryOptions({
    queryKey: [...ADMIN_WORKS_KEY, 'list', { ...filter, page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<AdminWork>>(
        '/admin/works',
        { ...filter, pageNum: page, pageSize: PAGE_SIZE.admin },
        { signal, silent: true },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
