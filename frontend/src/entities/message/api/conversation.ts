import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { WATCH_MS } from '@/shared/config/constants.ts'
import { MESSAGES_KEY } from './messages.ts'

/** What was said in a conversation, oldest first; asking marks it as read: `GET /v2/message/{id}`. */
export function conversationOptions(id: string) {
  return queryOptions({
    queryKey: [...MESSAGES_KEY, 'conversation', id],
    queryFn: async ({ signal }) => (await apiGet('/v2/message/{id}', { path: { id }, signal })).rows,
    staleTime: 0,
    refetchInterval: WATCH_MS,
  })
}
