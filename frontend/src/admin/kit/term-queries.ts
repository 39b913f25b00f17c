import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { ADMIN_KEY } from './admin-key.ts'
import { type TableFilter, tableOptions } from './table-query.ts'

/** Query key prefix of the terms table and of every term in it. */
export const ADMIN_TERMS_KEY = [...ADMIN_KEY, 'terms'] as const

/** Polling interval while a merge is running, in milliseconds. */
const WATCH_MS = 1_000

/** Terms including unused ones, most used first by default: `GET /admin/terms`. Polled while works are moved. */
export function adminTermsOptions(filter: TableFilter<'/admin/terms'>) {
  return queryOptions({
    ...tableOptions([...ADMIN_TERMS_KEY, 'list'], '/admin/terms', filter),
    refetchInterval: ({ state }) => (state.data?.rows.some(({ merging }) => merging === 1) ? WATCH_MS : false),
  })
}

/** Everything about a term: `GET /admin/terms/{id}`. */
export function adminTermDetailOptions(id: string) {
  return queryOptions({
    queryKey: [...ADMIN_TERMS_KEY, 'detail', id],
    queryFn: async ({ signal }) => (await apiGet('/admin/terms/{id}', { path: { id }, signal })).data,
    staleTime: 0,
  })
}
