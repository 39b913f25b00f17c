import { useQueryClient } from '@tanstack/react-query'
import { workDetailOptions } from '@/entities/work/api.ts'
import type { WorkDetail } from '@/shared/api/types.ts'

/** What a member keeps of a work. */
type Flags = Pick<WorkDetail, 'like' | 'collect'>

/** Shows on a work's page that it is liked or collected, or not any more, before the server is asked again. */
export function useOptimisticDetail(workId: string) {
  const client = useQueryClient()
  const { queryKey } = workDetailOptions(workId)
  return {
    show: (change: Partial<Flags>) => client.setQueryData(queryKey, (known) => known && { ...known, ...change }),
    /** What is shown now. */
    shown: () => client.getQueryData(queryKey),
    /** An answer on its way is older than what is about to be shown. */
    stopAsking: () => client.cancelQueries({ queryKey }),
    /** The server has the last word. */
    askAgain: () => client.invalidateQueries({ queryKey }),
  }
}
