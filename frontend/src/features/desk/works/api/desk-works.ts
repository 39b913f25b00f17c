import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { DeskWork, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { DESK_KEY } from '../../desk-key.ts'
import type { TableSort } from '../../table-sort.ts'

/** First parts of the keys of the works table and of every work in it. */
export const DESK_WORKS_KEY = [...DESK_KEY, 'works'] as const

/** Which works to list. */
export interface DeskWorksFilter extends TableSort {
  keyword: string
  /** A channel's number; all without. */
  modId: string
  /** 1 for hidden ones, 0 for shown ones; all without. */
  hidden: string
  page: number
}

/** Works with what only operators see: `GET /admin/works`. */
export function deskWorksOptions({ page, ...filter }: DeskWorksFilter) {
  return queryOptions({
    queryKey: [...DESK_WORKS_KEY, 'list', { ...filter, page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<DeskWork>>(
        '/admin/works',
        { ...filter, pageNum: page, pageSize: PAGE_SIZE.desk },
        { signal, silent: true },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
