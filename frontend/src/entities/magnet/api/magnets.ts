import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** First part of the keys of every list of magnets; what is locked in it depends on who asks. */
export const MAGNETS_KEY = 'magnets'

/** Sent with every list, though the API asks for none of it. */
const FIXED = { order: 'dht', data: 0, category: 'video', modId: 3, remark: 'dht' }

/** Magnet entries of a work by its number: `GET /v2/dht/list`. The call's `modId` is fixed, not a channel (R5.1). */
export function magnetsOptions(number: string) {
  return queryOptions({
    queryKey: [MAGNETS_KEY, number],
    queryFn: ({ signal }) =>
      apiGet('/v2/dht/list', {
        query: { ...FIXED, keyword: number, pageNum: 1, pageSize: PAGE_SIZE.magnets },
        signal,
      }),
    select: (answer) => answer.rows,
  })
}
