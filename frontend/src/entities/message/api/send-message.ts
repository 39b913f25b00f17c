import { applicationId } from '@/shared/api/client.ts'
import { apiPost } from '@/shared/api/http.ts'

/** Asks support a new question: `POST /v2/message`. */
export async function submitMessage(message: string): Promise<void> {
  await apiPost('/v2/message', { body: { appId: await applicationId(), message } })
}

/** Goes on in a conversation: `POST /v2/message/data`. */
export async function continueMessage(messageId: string, message: string): Promise<void> {
  await apiPost('/v2/message/data', { body: { messageId, message } })
}
