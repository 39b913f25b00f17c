import { apiPost } from '@/shared/api/client.ts'

/** A conversation, as it was when the operator looked. */
export interface SeenConversation {
  id: string
  version: number
}

/** Replies to a member: `POST /admin/messages/reply`. */
export async function replyToMember(seen: SeenConversation, message: string): Promise<void> {
  await apiPost('/admin/messages/reply', { ...seen, message }, { silent: true })
}

/** Closes a member's conversation: `POST /admin/messages/close`. */
export async function closeForMember(seen: SeenConversation): Promise<void> {
  await apiPost('/admin/messages/close', seen, { silent: true })
}
