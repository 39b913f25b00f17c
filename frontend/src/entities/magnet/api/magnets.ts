import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { ListAnswer, Magnet } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** First part of the keys of every list of magnets; what is locked in it depends on who asks. */
export const MAGNETS_KEY = 'magnets'

/** Magnet entries of a work by its number: `GET /v2/dht/list`. The call's `modId` is fixed, not a channel (R5.1). */
export function magnetsOptions(number: string) {
  return queryOptions({
    queryKey: [MAGNETS_KEY, number],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<Magnet>>(
        '/v2/dht/list',
        {
          pageSize: PAGE_SIZE.magnets,
          pageNum: 1,
          order: 'dht',
          data: 0,
          keyword: number,
          category: 'video',
          modId: 3,
          remark: 'dht',
        },
        { signal, silent: true },
      ),
    select: (answer) => answer.rows,
  })
}
