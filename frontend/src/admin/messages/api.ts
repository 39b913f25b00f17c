import { queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { WATCH_MS } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { EDIT_CONFLICT } from '../kit/edit-conflict.ts'
import { type TableFilter, tableOptions } from '../kit/table-query.ts'

/** Query key prefix of the queue and of every conversation in it. */
export const QUEUE_KEY = [...ADMIN_KEY, 'messages'] as const

/** Questions to support, longest waiting first by default: `GET /admin/messages`. */
export function queueOptions(filter: TableFilter<'/admin/messages'>) {
  return queryOptions({ ...tableOptions([...QUEUE_KEY, 'list'], '/admin/messages', filter), refetchInterval: WATCH_MS })
}

/** A member's conversation with support: `GET /admin/messages/{id}`. */
export function adminConversationOptions(id: string) {
  return queryOptions({
    queryKey: [...QUEUE_KEY, 'conversation', id],
    queryFn: ({ signal }) => apiGet('/admin/messages/{id}', { path: { id }, signal }),
    staleTime: 0,
    refetchInterval: WATCH_MS,
  })
}

/** The version of a conversation that the operator saw. */
export interface SeenConversation {
  id: string
  version: number
}

/** Replies to a member: `POST /admin/messages/reply`. */
export async function replyToMember(seen: SeenConversation, message: string): Promise<void> {
  await apiPost('/admin/messages/reply', { body: { ...seen, message }, expected: [EDIT_CONFLICT] })
}

/** Closes a member's conversation: `POST /admin/messages/close`. */
export async function closeForMember(seen: SeenConversation): Promise<void> {
  await apiPost('/admin/messages/close', { body: seen, expected: [EDIT_CONFLICT] })
}
