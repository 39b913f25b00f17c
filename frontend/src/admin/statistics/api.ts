import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'

/** Figures by day and the most viewed works of a range: `GET /admin/statistics`. */
export function statisticsOptions(range: { from: string; to: string }) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'statistics', range],
    queryFn: async ({ signal }) => (await apiGet('/admin/statistics', { query: range, signal })).data,
    placeholderData: keepPreviousData,
  })
}
