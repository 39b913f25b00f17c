import { apiPost, applicationId } from '@/shared/api/client.ts'

/** Asks support a new question: `POST /v2/message`. */
export async function submitMessage(message: string): Promise<void> {
  await apiPost('/v2/message', { appId: await applicationId(), message })
}

/** Goes on in a conversation: `POST /v2/message/data`. */
export async function continueMessage(messageId: string, message: string): Promise<void> {
  await apiPost('/v2/message/data', { messageId, message })
}
