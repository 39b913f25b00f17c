import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '@/shared/api/session.ts'
import { userInfoOptions } from './api.ts'

/** How many conversations with support have a reply nobody has read; none for visitors. */
export function useUnread(): number {
  const signedIn = useSignedIn()
  const info = useQuery({ ...userInfoOptions(), enabled: signedIn })
  return signedIn ? (info.data?.unread ?? 0) : 0
}
