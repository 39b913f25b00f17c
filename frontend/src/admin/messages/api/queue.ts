import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { ListAnswer, QueuedMessage } from '@/shared/api/types.ts'
import { PAGE_SIZE, WATCH_MS } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'
import type { TableSort } from '../../kit/table-sort.ts'

/** First parts of the keys of the queue and of every conversation in it. */
export const QUEUE_KEY = [...ADMIN_KEY, 'messages'] as const

/** Which questions to list. */
export interface QueueFilter extends TableSort {
  /** 0, 1 or 9; all without. */
  status: string
  keyword: string
  page: number
}

/** Questions to support, unsorted the one that waits longest first: `GET /admin/messages`. */
export function queueOptions({ page, ...filter }: QueueFilter) {
  return queryOptions({
    queryKey: [...QUEUE_KEY, 'list', { ...filter, page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<QueuedMessage>>(
        '/admin/messages',
        { ...filter, pageNum: page, pageSize: PAGE_SIZE.admin },
        { signal, silent: true },
      ),
    staleTime: 0,
    refetchInterval: WATCH_MS,
    placeholderData: keepPreviousData,
  })
}
