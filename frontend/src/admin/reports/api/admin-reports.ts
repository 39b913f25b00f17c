import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/client.ts'
import type { AdminReport, Envelope, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'
import type { TableSort } from '../../kit/table-sort.ts'

/** First parts of the keys of every page of reports. */
export const REPORTS_KEY = [...ADMIN_KEY, 'reports'] as const

/** Whether reports still need a decision. */
export type ReportStatus = 'open' | 'done'

/** What becomes of a reported work. */
export type Decision = 'keep' | 'takedown'

/** Reports of works: `GET /admin/reports`. */
export function adminReportsOptions(status: ReportStatus, sorted: TableSort, page: number) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, { status, ...sorted, page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<AdminReport>>(
        '/admin/reports',
        { status, ...sorted, pageNum: page, pageSize: PAGE_SIZE.admin },
        { signal, silent: true },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Most reports that are decided at once. */
export const MOST_DECIDED = 100

/** Decides reports, all alike: `POST /admin/reports/decisions`. Answers how many were still open. */
export async function decideReports(ids: readonly string[], decision: Decision, note: string): Promise<number> {
  const body = { ids, decision, ...(note && { note }) }
  return (await apiPost<Envelope & { data: { decided: number } }>('/admin/reports/decisions', body)).data.decided
}

/** Decides a report: `POST /admin/reports/decide`. */
export async function decideReport(id: string, decision: Decision, note: string): Promise<void> {
  await apiPost('/admin/reports/decide', { id, decision, ...(note && { note }) })
}
