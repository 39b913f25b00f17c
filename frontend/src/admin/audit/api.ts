import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { pageQuery, TABLE_QUERY, type TableFilter } from '../kit/table-query.ts'

/** What operators changed, unsorted the newest first: `GET /admin/audit`. */
export function auditOptions({ page, ...filter }: TableFilter<'/admin/audit'>) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'audit', { ...filter, page }],
    queryFn: ({ signal }) => apiGet('/admin/audit', { query: { ...filter, ...pageQuery(page) }, signal }),
    ...TABLE_QUERY,
  })
}
