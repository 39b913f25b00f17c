import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'

/** All settings in effect: `GET /admin/settings`. */
export function settingsOptions() {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'settings'],
    queryFn: ({ signal }) => apiGet('/admin/settings', { signal }),
  })
}
