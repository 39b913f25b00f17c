import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { ListAnswer, QueuedMessage } from '@/shared/api/types.ts'
import { PAGE_SIZE, WATCH_MS } from '@/shared/config/constants.ts'
import { DESK_KEY } from '../../desk-key.ts'

/** First parts of the keys of the queue and of every conversation in it. */
export const QUEUE_KEY = [...DESK_KEY, 'messages'] as const

/** Which questions to list. */
export interface QueueFilter {
  /** 0, 1 or 9; all without. */
  status: string
  keyword: string
  page: number
}

/** Questions to support, the one that waits longest first: `GET /admin/messages`. */
export function queueOptions({ status, keyword, page }: QueueFilter) {
  return queryOptions({
    queryKey: [...QUEUE_KEY, 'list', { status, keyword, page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<QueuedMessage>>(
        '/admin/messages',
        { status, keyword, pageNum: page, pageSize: PAGE_SIZE.desk },
        { signal, silent: true },
      ),
    staleTime: 0,
    refetchInterval: WATCH_MS,
    placeholderData: keepPreviousData,
  })
}
