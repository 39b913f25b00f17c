import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { AdminSetting, ListAnswer } from '@/shared/api/types.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'

/** Every setting as it holds on the server: `GET /admin/settings`. */
export function settingsOptions() {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'settings'],
    queryFn: ({ signal }) => apiGet<ListAnswer<AdminSetting>>('/admin/settings', {}, { signal, silent: true }),
  })
}
