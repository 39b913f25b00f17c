import { queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { pageQuery, TABLE_QUERY, type TableFilter } from '../kit/table-query.ts'

/** First parts of the keys of every page of requests. */
export const DOWNLOADS_KEY = [...ADMIN_KEY, 'downloads'] as const

/** How a request stands. */
export type DownloadStatus = 'open' | 'done' | 'refused'

/** What becomes of a request. */
export type DownloadDecision = Exclude<DownloadStatus, 'open'>

/** What members want to have made ready: `GET /admin/downloads`. */
export function adminDownloadsOptions({ page, ...filter }: TableFilter<'/admin/downloads'>) {
  return queryOptions({
    queryKey: [...DOWNLOADS_KEY, { ...filter, page }],
    queryFn: ({ signal }) => apiGet('/admin/downloads', { query: { ...filter, ...pageQuery(page) }, signal }),
    ...TABLE_QUERY,
  })
}

/** Decides a request: `POST /admin/downloads/decide`. */
export async function decideDownload(id: string, decision: DownloadDecision, note: string): Promise<void> {
  await apiPost('/admin/downloads/decide', { body: { id, decision, ...(note && { note }) } })
}
