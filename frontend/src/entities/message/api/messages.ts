import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { apiGet } from '@/shared/api/http.ts'
import { nextPage, rowsOf } from '@/shared/api/paging.ts'
import type { ListAnswer, Message } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** First parts of the keys of the list and of every conversation. */
export const MESSAGES_KEY = [MEMBER_KEY, 'messages'] as const

/** The member's questions, newest change first: `GET /v2/message/list`. */
export function messagesOptions() {
  return infiniteQueryOptions({
    queryKey: [...MESSAGES_KEY, 'list'],
    queryFn: ({ pageParam, signal }) =>
      apiGet('/v2/message/list', { query: { pageNum: pageParam, pageSize: PAGE_SIZE.messages }, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: (data: InfiniteData<ListAnswer<Message>, number>) => rowsOf(data),
    staleTime: 0,
  })
}
