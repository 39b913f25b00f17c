import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { DeskSetting, ListAnswer } from '@/shared/api/types.ts'
import { DESK_KEY } from '../../desk-key.ts'

/** Every setting as it holds on the server: `GET /admin/settings`. */
export function settingsOptions() {
  return queryOptions({
    queryKey: [...DESK_KEY, 'settings'],
    queryFn: ({ signal }) => apiGet<ListAnswer<DeskSetting>>('/admin/settings', {}, { signal, silent: true }),
  })
}
