import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '@/shared/api/session.ts'
import { userInfoOptions } from './api.ts'

interface News {
  /** Conversations with an unread reply. */
  replies: number
  /** Download requests whose decision is unread. */
  decided: number
}

/** What the member has not read yet; nothing for visitors. */
export function useNews(): News {
  const signedIn = useSignedIn()
  const { data } = useQuery(userInfoOptions())
  return signedIn && data ? { replies: data.unread, decided: data.decided } : { replies: 0, decided: 0 }
}

/** Whether there is something that the member has not read yet. */
export function useHasNews(): boolean {
  const { replies, decided } = useNews()
  return replies + decided > 0
}
