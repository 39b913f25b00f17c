import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { ADMIN_KEY } from './admin-key.ts'

/** Permissions to see the checklist, and to dismiss it. */
export const CHECKLIST_VIEW = 'settings:view'
export const CHECKLIST_EDIT = 'settings:edit'

/** Query key of the checklist. */
export const CHECKLIST_KEY = [...ADMIN_KEY, 'checklist'] as const

/** Whether the site is ready: `GET /admin/checklist`. */
export function checklistOptions() {
  return queryOptions({
    queryKey: CHECKLIST_KEY,
    queryFn: async ({ signal }) => (await apiGet('/admin/checklist', { signal })).data,
  })
}
