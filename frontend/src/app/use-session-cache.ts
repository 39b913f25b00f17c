import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MAGNETS_KEY } from '@/entities/magnet/api.ts'
import { WORK_DETAILS_KEY } from '@/entities/work/work-keys.ts'
import { MEMBER_KEY } from '@/shared/api/member-key.ts'
import { onLoginChange } from '@/shared/api/session.ts'
import { REASONS_KEY, RECENT_ITEMS_KEY } from '@/shared/config/constants.ts'
import { forgetSeen } from '@/shared/lib/seen-answers.ts'
import { removeItem } from '@/shared/lib/storage.ts'

/** Queries for members only. */
const OF_MEMBER: QueryKey = [MEMBER_KEY]
/** Public queries whose answers depend on the user: magnets with their hashes, works with the member's flags. */
const BY_CALLER: QueryKey[] = [[MAGNETS_KEY], WORK_DETAILS_KEY]

function forget(client: QueryClient): void {
  void forgetSeen()
  // The console may not be loaded.
  removeItem('local', RECENT_ITEMS_KEY)
  removeItem('local', REASONS_KEY)
  void client.resetQueries({ queryKey: OF_MEMBER })
  for (const queryKey of BY_CALLER) {
    // A reset query starts again with what came with the page, which nobody refetches while no screen shows it.
    client.removeQueries({ queryKey, type: 'inactive' })
    void client.resetQueries({ queryKey })
  }
}

/** Clears what belongs to the user, in the cache and on the device, on login and logout. */
export function useSessionCache(): void {
  const client = useQueryClient()
  useEffect(() => onLoginChange(() => forget(client)), [client])
}
