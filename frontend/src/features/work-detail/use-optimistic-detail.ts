import { useQueryClient } from '@tanstack/react-query'
import { workDetailOptions } from '@/entities/work/api.ts'
import type { WorkDetail } from '@/shared/api/types.ts'

/** The member's flags of a work. */
type Flags = Pick<WorkDetail, 'like' | 'collect'>

/** Updates the flags of a cached work before the server confirms them. */
export function useOptimisticDetail(workId: string) {
  const client = useQueryClient()
  const { queryKey } = workDetailOptions(workId)
  return {
    show: (change: Partial<Flags>) => client.setQueryData(queryKey, (known) => known && { ...known, ...change }),
    shown: () => client.getQueryData(queryKey),
    /** A pending response is older than the optimistic value. */
    stopAsking: () => client.cancelQueries({ queryKey }),
    /** Refetches the confirmed value. */
    askAgain: () => client.invalidateQueries({ queryKey }),
  }
}
