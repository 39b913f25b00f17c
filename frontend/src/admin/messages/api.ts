import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { WATCH_MS } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { EDIT_CONFLICT } from '../kit/edit-conflict.ts'
import { pageQuery, type TableFilter, tableOptions } from '../kit/table-query.ts'

/** Query key prefix of the queue and of every conversation in it. */
export const QUEUE_KEY = [...ADMIN_KEY, 'messages'] as const

/** Query key prefix of the member beside a conversation. */
const ASKING_KEY = [...ADMIN_KEY, 'asking'] as const

/** Questions to support, longest waiting first by default: `GET /admin/messages`. */
export function queueOptions(filter: TableFilter<'/admin/messages'>) {
  return queryOptions({ ...tableOptions([...QUEUE_KEY, 'list'], '/admin/messages', filter), refetchInterval: WATCH_MS })
}

/** A member's conversation with support; the others see who is answering: `GET /admin/messages/{id}`. */
export function adminConversationOptions(id: string, answering: boolean) {
  return queryOptions({
    queryKey: [...QUEUE_KEY, 'conversation', id],
    queryFn: ({ signal }) =>
      apiGet('/admin/messages/{id}', { path: { id }, query: answering ? { answering: 1 } : {}, signal }),
    staleTime: 0,
    refetchInterval: WATCH_MS,
  })
}

/** The latest questions of a member, and others that contain the name: `GET /admin/messages`. */
export function questionsOptions(userName: string) {
  const filter = { keyword: userName, sort: 'since', order: 'desc', page: 1 } as const
  // Another member's must not show while these load.
  return { ...tableOptions([...QUEUE_KEY, 'questions'], '/admin/messages', filter), placeholderData: undefined }
}

/** The member of a name, `null` if there is none: `GET /admin/members`. */
export function memberNamedOptions(userName: string) {
  return queryOptions({
    queryKey: [...ASKING_KEY, userName, 'account'],
    queryFn: async ({ signal }) => {
      // Names that only begin with it come after it.
      const query = { keyword: userName, sort: 'userName', order: 'asc', ...pageQuery(1) } as const
      const { rows } = await apiGet('/admin/members', { query, signal })
      return rows.find((row) => row.userName === userName) ?? null
    },
    staleTime: 0,
  })
}

/** The latest orders of a member: `GET /admin/orders`. */
export function ordersOfOptions(userName: string) {
  return queryOptions({
    queryKey: [...ASKING_KEY, userName, 'orders'],
    queryFn: ({ signal }) => apiGet('/admin/orders', { query: { keyword: userName, ...pageQuery(1) }, signal }),
    staleTime: 0,
  })
}

/** The name of a conversation's draft. */
export function draftName(id: string): string {
  return `answer ${id}`
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

/** What is changed of a conversation; what is left out stays. */
export type ConversationChange = Omit<BodyOf<'/admin/messages/edit'>, 'id' | 'version'>

/** Changes who handles a conversation, its tags or state, or adds a note: `POST /admin/messages/edit`. */
export async function editConversation(seen: SeenConversation, change: ConversationChange): Promise<void> {
  await apiPost('/admin/messages/edit', { body: { ...seen, ...change }, expected: [EDIT_CONFLICT] })
}

/** Query key of the templates. */
export const TEMPLATES_KEY = [...ADMIN_KEY, 'reply-templates'] as const

/** The templates that operators share: `GET /admin/messages/templates`. */
export function templatesOptions() {
  return queryOptions({
    queryKey: TEMPLATES_KEY,
    queryFn: async ({ signal }) => (await apiGet('/admin/messages/templates', { signal })).data,
  })
}

/** Replaces the templates: `POST /admin/messages/templates`. */
export async function replaceTemplates(form: Schemas['ReplyTemplates']): Promise<void> {
  await apiPost('/admin/messages/templates', { body: form, expected: [EDIT_CONFLICT] })
}
