import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { ADMIN_KEY } from './admin-key.ts'

/** Refresh interval while the page is visible, ms. */
const EVERY_MS = 30_000

/** Everything the dashboard shows: `GET /admin/dashboard`. */
export function dashboardOptions() {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'dashboard'],
    queryFn: async ({ signal }) => (await apiGet('/admin/dashboard', { signal })).data,
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
}
