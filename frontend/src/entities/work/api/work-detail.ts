import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { WorkDetail } from '@/shared/api/types.ts'

/** One work with everything its page shows: `GET /v2/works/detail/{id}`. */
export function workDetailOptions(id: string) {
  return queryOptions({
    queryKey: ['works', 'detail', id],
    queryFn: ({ signal }) =>
      apiGet<WorkDetail>(`/v2/works/detail/${encodeURIComponent(id)}`, {}, { signal, silent: true }),
  })
}
