import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MAGNETS_KEY } from '@/entities/magnet/api.ts'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { WORK_DETAILS_KEY } from '@/entities/work/work-keys.ts'
import { currentLogin, onLoginChange } from '@/shared/api/session.ts'

/** What members alone may ask for. */
const OF_MEMBER: QueryKey = [MEMBER_KEY]
/** What everybody may ask for, and is answered by who asks: magnets with their hashes, works with the member's flags. */
const BY_CALLER: QueryKey[] = [[MAGNETS_KEY], WORK_DETAILS_KEY]

function forget(client: QueryClient): void {
  if (currentLogin() === null) {
    // Nobody is there to ask again. A page that still shows a member's data would be refused.
    for (const query of client.getQueryCache().findAll({ queryKey: OF_MEMBER })) query.reset()
  } else {
    void client.resetQueries({ queryKey: OF_MEMBER })
  }
  for (const queryKey of BY_CALLER) void client.resetQueries({ queryKey })
}

/** Forgets what the server said to one user when another logs in, or nobody is logged in any more. */
export function useSessionCache(): void {
  const client = useQueryClient()
  useEffect(() => onLoginChange(() => forget(client)), [client])
}
