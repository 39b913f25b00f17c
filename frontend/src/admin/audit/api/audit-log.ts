import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { AuditEntry, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'
import type { TableSort } from '../../kit/table-sort.ts'

/** Which changes to list. */
export interface AuditFilter extends TableSort {
  /** The action's word; all without. */
  action: string
  /** Who did it; everybody without. */
  actor: string
  /** The kind and the id of the thing it was done to; everything without. */
  targetKind: string
  targetId: string
  /** The first and the last day, `yyyy-MM-dd`; all days without. */
  from: string
  to: string
  page: number
}

/** What operators changed, unsorted the newest first: `GET /admin/audit`. */
export function auditOptions({ page, ...filter }: AuditFilter) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'audit', { ...filter, page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<AuditEntry>>(
        '/admin/audit',
        { ...filter, pageNum: page, pageSize: PAGE_SIZE.admin },
        { signal, silent: true },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
