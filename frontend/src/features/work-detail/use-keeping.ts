import { useQueryClient } from '@tanstack/react-query'
import { workDetailOptions } from '@/entities/work/api/work-detail.ts'
import type { WorkDetail } from '@/shared/api/types.ts'

/** Shows on a work's page that it is liked or collected, or not any more, before the server is asked again. */
export function useKeeping(workId: string): (change: Partial<Pick<WorkDetail, 'like' | 'collect'>>) => void {
  const client = useQueryClient()
  const { queryKey } = workDetailOptions(workId)
  return (change) => client.setQueryData(queryKey, (known) => known && { ...known, ...change })
}
