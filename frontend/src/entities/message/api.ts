import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { applicationId } from '@/shared/api/client.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { MEMBER_KEY } from '@/shared/api/member-key.ts'
import { nextPage, rowsOf } from '@/shared/api/paging.ts'
import type { ListAnswer, Message } from '@/shared/api/types.ts'
import { PAGE_SIZE, WATCH_MS } from '@/shared/config/constants.ts'

/** Closes a conversation for good: `POST /v2/message/update`. The caller reports failures (R12.7). */
export async function closeMessage(id: string): Promise<void> {
  await apiPost('/v2/message/update', { body: { id }, silent: true })
}

/** A conversation, oldest entry first; fetching marks it as read: `GET /v2/message/{id}`. */
export function conversationOptions(id: string) {
  return queryOptions({
    queryKey: [...MESSAGES_KEY, 'conversation', id],
    queryFn: async ({ signal }) => (await apiGet('/v2/message/{id}', { path: { id }, signal })).rows,
    staleTime: 0,
    refetchInterval: WATCH_MS,
  })
}

/** Query key prefix of the list and of every conversation. */
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

/** Asks support a new question: `POST /v2/message`. */
export async function submitMessage(message: string): Promise<void> {
  await apiPost('/v2/message', { body: { appId: await applicationId(), message } })
}

/** Goes on in a conversation: `POST /v2/message/data`. */
export async function continueMessage(messageId: string, message: string): Promise<void> {
  await apiPost('/v2/message/data', { body: { messageId, message } })
}
