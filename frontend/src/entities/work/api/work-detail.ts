import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'

/** One work with everything its page shows: `GET /v2/works/detail/{id}`. */
export function workDetailOptions(id: string) {
  return queryOptions({
    queryKey: ['works', 'detail', id],
    queryFn: ({ signal }) => apiGet('/v2/works/detail/{id}', { path: { id }, signal }),
  })
}
