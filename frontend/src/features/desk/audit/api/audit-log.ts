import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { AuditEntry, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { DESK_KEY } from '../../desk-key.ts'

/** Which changes to list. */
export interface AuditFilter {
  /** The action's word; all without. */
  action: string
  /** Who did it; everybody without. */
  actor: string
  page: number
}

/** What operators changed, newest first: `GET /admin/audit`. */
export function auditOptions({ action, actor, page }: AuditFilter) {
  return queryOptions({
    queryKey: [...DESK_KEY, 'audit', { action, actor, page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<AuditEntry>>(
        '/admin/audit',
        { action, actor, pageNum: page, pageSize: PAGE_SIZE.desk },
        { signal, silent: true },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
