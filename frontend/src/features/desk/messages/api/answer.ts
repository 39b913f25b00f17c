import { apiPost } from '@/shared/api/client.ts'

/** Replies to a member: `POST /admin/messages/reply`. */
export async function replyToMember(id: string, message: string): Promise<void> {
  await apiPost('/admin/messages/reply', { id, message })
}

/** Closes a member's conversation: `POST /admin/messages/close`. */
export async function closeForMember(id: string): Promise<void> {
  await apiPost('/admin/messages/close', { id })
}
