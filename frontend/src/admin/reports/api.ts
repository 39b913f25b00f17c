import { apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { type TableFilter, tableOptions } from '../kit/table-query.ts'

/** Query key prefix of every page of reports. */
export const REPORTS_KEY = [...ADMIN_KEY, 'reports'] as const

export type ReportStatus = 'open' | 'done'

export type Decision = 'keep' | 'takedown'

/** Reports of works: `GET /admin/reports`. */
export function adminReportsOptions(filter: TableFilter<'/admin/reports'>) {
  return tableOptions(REPORTS_KEY, '/admin/reports', filter)
}

/** Decides several reports at once: `POST /admin/reports/decisions`. Returns how many were still open. */
export async function decideReports(ids: readonly string[], decision: Decision, note: string): Promise<number> {
  const body = { ids: [...ids], decision, ...(note && { note }) }
  return (await apiPost('/admin/reports/decisions', { body })).data.decided
}

/** Decides a report: `POST /admin/reports/decide`. */
export async function decideReport(id: string, decision: Decision, note: string): Promise<void> {
  await apiPost('/admin/reports/decide', { body: { id, decision, ...(note && { note }) } })
}
