import { type InfiniteData, infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { MEMBER_KEY } from '@/shared/api/member-key.ts'
import { nextPage, rowsOf } from '@/shared/api/paging.ts'
import type { ListAnswer, Magnet, OwnDownload, Work } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { magnetLink } from '../magnet/link.ts'

/** `isOnline` of a work that cannot be watched here (R4.1). */
const NOT_ONLINE = 0

/** Query key prefix of the member's requests. */
export const DOWNLOADS_KEY = [MEMBER_KEY, 'downloads'] as const

/** Requests a download of a work by the operators, for VIP: `POST /web/cloud/file/download`. */
export async function askForDownload(workId: string, magnet: Magnet): Promise<void> {
  await apiPost('/web/cloud/file/download', { body: { censoredId: workId, url: magnetLink(magnet) } })
}

/** The member's requests, last changed first; fetching reads what was decided: `GET /v2/user/downloads`. */
export function downloadsOptions() {
  return infiniteQueryOptions({
    queryKey: [...DOWNLOADS_KEY, 'list'],
    queryFn: ({ pageParam, signal }) =>
      apiGet('/v2/user/downloads', { query: { pageNum: pageParam, pageSize: PAGE_SIZE.downloads }, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: (data: InfiniteData<ListAnswer<OwnDownload>, number>) => rowsOf(data),
    staleTime: 0,
  })
}

/** The member's requests for a work that cannot be watched here, which stay unread by that. */
export function downloadsOfWorkOptions({ id, isOnline }: Pick<Work, 'id' | 'isOnline'>) {
  return queryOptions({
    queryKey: [...DOWNLOADS_KEY, 'work', id],
    queryFn:
      isOnline === NOT_ONLINE
        ? ({ signal }) =>
            apiGet('/v2/user/downloads', {
              query: { dataId: id, pageNum: 1, pageSize: PAGE_SIZE.downloadsOfWork },
              // The links can be used without.
              silent: true,
              signal,
            })
        : skipToken,
    select: (answer) => answer.rows,
    staleTime: 0,
  })
}
