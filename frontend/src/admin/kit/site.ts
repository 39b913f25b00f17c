import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from './admin-key.ts'
import { EDIT_CONFLICT } from './edit-conflict.ts'

/** Query key of the site's own words. */
export const SITE_KEY = [...ADMIN_KEY, 'site'] as const

/** The site's name, logo, announcement and footer: `GET /admin/site`. */
export function siteOptions() {
  return queryOptions({ queryKey: SITE_KEY, queryFn: ({ signal }) => loadSite(signal) })
}

/** The stored texts: `GET /admin/site`. */
export async function loadSite(signal?: AbortSignal): Promise<Schemas['AdminSite']> {
  return (await apiGet('/admin/site', { signal })).data
}

/** Changes the texts that are sent: `POST /admin/site/edit`. */
export async function editSite(edit: BodyOf<'/admin/site/edit'>): Promise<void> {
  await apiPost('/admin/site/edit', { body: edit, expected: [EDIT_CONFLICT] })
}
