import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { WORK_DETAILS_KEY } from '../work-keys.ts'

/** One work with everything its page shows: `GET /v2/works/detail/{id}`. */
export function workDetailOptions(id: string) {
  return queryOptions({
    queryKey: [...WORK_DETAILS_KEY, id],
    queryFn: ({ signal }) => apiGet('/v2/works/detail/{id}', { path: { id }, signal }),
  })
}
