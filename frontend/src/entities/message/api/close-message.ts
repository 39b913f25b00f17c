import { apiPost } from '@/shared/api/http.ts'

/** Closes a conversation for good: `POST /v2/message/update`. The caller reports failures (R12.7). */
export async function closeMessage(id: string): Promise<void> {
  await apiPost('/v2/message/update', { body: { id }, silent: true })
}
