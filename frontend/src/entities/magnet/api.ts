import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import type { Work } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** Why a copy may be refused: a visitor must log in, a member needs VIP (R5.8). */
export type CopyRefusal = 'copy_login' | 'copy_vip'

const REFUSALS: readonly CopyRefusal[] = ['copy_login', 'copy_vip']

/** Reveals a magnet link and counts it for today: `POST /v2/dht/copy`. The caller reports errors. */
export async function copyMagnet(id: string): Promise<Schemas['CopiedMagnet']> {
  return (await apiPost('/v2/dht/copy', { body: { id }, expected: REFUSALS })).data
}

/** The refusal in an error, `null` for any other failure. */
export function copyRefusal(error: unknown): CopyRefusal | null {
  return REFUSALS.find((code) => error instanceof ApiError && error.errorCode === code) ?? null
}

/** Query key prefix of magnet lists; the locked ones depend on the user. */
export const MAGNETS_KEY = 'magnets'

/** Fixed parameters that the API ignores. */
const FIXED = { order: 'dht', data: 0, category: 'video', modId: 3, remark: 'dht' }

/** All magnet entries of a work: `GET /v2/dht/list`, page by page. The call's `modId` is fixed, not a channel (R5.1). */
export function magnetsOptions({ id, number }: Pick<Work, 'id' | 'number'>) {
  return queryOptions({
    queryKey: [MAGNETS_KEY, id],
    queryFn: async ({ signal }) => {
      const page = (pageNum: number) =>
        apiGet('/v2/dht/list', {
          query: { ...FIXED, id, keyword: number, pageNum, pageSize: PAGE_SIZE.magnets },
          signal,
        })
      const first = await page(1)
      const rows = [...first.rows]
      for (let number = 2; rows.length < first.total; number++) {
        const next = await page(number)
        // The list was shortened meanwhile.
        if (next.rows.length === 0) break
        rows.push(...next.rows)
      }
      return rows
    },
  })
}
