import { apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { type TableFilter, tableOptions } from '../kit/table-query.ts'

/** Query key prefix of every page of requests. */
export const DOWNLOADS_KEY = [...ADMIN_KEY, 'downloads'] as const

export type DownloadStatus = 'open' | 'done' | 'refused'

/** What becomes of a request. */
export type DownloadDecision = Exclude<DownloadStatus, 'open'>

/** Download requests of members: `GET /admin/downloads`. */
export function adminDownloadsOptions(filter: TableFilter<'/admin/downloads'>) {
  return tableOptions(DOWNLOADS_KEY, '/admin/downloads', filter)
}

export async function decideDownload(id: string, decision: DownloadDecision, note: string): Promise<void> {
  await apiPost('/admin/downloads/decide', { body: { id, decision, ...(note && { note }) } })
}
