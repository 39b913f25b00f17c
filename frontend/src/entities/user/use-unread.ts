import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '@/shared/api/session.ts'
import { userInfoOptions } from './api.ts'

/** Number of conversations with an unread reply; 0 for visitors. */
export function useUnread(): number {
  const signedIn = useSignedIn()
  const info = useQuery(userInfoOptions())
  return signedIn ? (info.data?.unread ?? 0) : 0
}
