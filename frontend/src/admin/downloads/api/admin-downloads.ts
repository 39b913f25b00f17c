import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/client.ts'
import type { DownloadRequest, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'
import type { TableSort } from '../../kit/table-sort.ts'

/** First parts of the keys of every page of requests. */
export const DOWNLOADS_KEY = [...ADMIN_KEY, 'downloads'] as const

/** How a request stands. */
export type DownloadStatus = 'open' | 'done' | 'refused'

/** What becomes of a request. */
export type DownloadDecision = Exclude<DownloadStatus, 'open'>

/** What members want to have made ready: `GET /admin/downloads`. */
export function adminDownloadsOptions(status: DownloadStatus, sorted: TableSort, page: number) {
  return queryOptions({
    queryKey: [...DOWNLOADS_KEY, { status, ...sorted, page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<DownloadRequest>>(
        '/admin/downloads',
        { status, ...sorted, pageNum: page, pageSize: PAGE_SIZE.admin },
        { signal, silent: true },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Decides a request: `POST /admin/downloads/decide`. */
export async function decideDownload(id: string, decision: DownloadDecision, note: string): Promise<void> {
  await apiPost('/admin/downloads/decide', { id, decision, ...(note && { note }) })
}
