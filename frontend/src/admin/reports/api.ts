import { apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { type TableFilter, tableOptions } from '../kit/table-query.ts'

/** First parts of the keys of every page of reports. */
export const REPORTS_KEY = [...ADMIN_KEY, 'reports'] as const

/** Whether reports still need a decision. */
export type ReportStatus = 'open' | 'done'

/** What becomes of a reported work. */
export type Decision = 'keep' | 'takedown'

/** Reports of works: `GET /admin/reports`. */
export function adminReportsOptions(filter: TableFilter<'/admin/reports'>) {
  return tableOptions(REPORTS_KEY, '/admin/reports', filter)
}

/** Decides reports, all alike: `POST /admin/reports/decisions`. Answers how many were still open. */
export async function decideReports(ids: readonly string[], decision: Decision, note: string): Promise<number> {
  const body = { ids: [...ids], decision, ...(note && { note }) }
  return (await apiPost('/admin/reports/decisions', { body })).data.decided
}

/** Decides a report: `POST /admin/reports/decide`. */
export async function decideReport(id: string, decision: Decision, note: string): Promise<void> {
  await apiPost('/admin/reports/decide', { body: { id, decision, ...(note && { note }) } })
}
