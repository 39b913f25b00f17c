import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { AdminConversation } from '@/shared/api/types.ts'
import { WATCH_MS } from '@/shared/config/constants.ts'
import { QUEUE_KEY } from './queue.ts'

/** A member's conversation with support: `GET /admin/messages/{id}`. */
export function adminConversationOptions(id: string) {
  return queryOptions({
    queryKey: [...QUEUE_KEY, 'conversation', id],
    queryFn: ({ signal }) =>
      apiGet<AdminConversation>(`/admin/messages/${encodeURIComponent(id)}`, {}, { signal, silent: true }),
    staleTime: 0,
    refetchInterval: WATCH_MS,
  })
}
