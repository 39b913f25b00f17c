import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import type { Magnet } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

/** Asks the operators to make a work ready to watch from one of its links, for VIP: `POST /web/cloud/file/download`. */
export async function askForDownload(workId: string, magnet: Magnet): Promise<void> {
  await apiPost('/web/cloud/file/download', { body: { censoredId: workId, url: magnetLink(magnet) } })
}

/** Why a copy may be refused: a visitor must log in, a member needs VIP (R5.8). */
export type CopyRefusal = 'copy_login' | 'copy_vip'

const REFUSALS: readonly CopyRefusal[] = ['copy_login', 'copy_vip']

/** Uncovers a magnet link and counts it for today: `POST /v2/dht/copy`. Refusals are the caller's to tell. */
export async function copyMagnet(id: string): Promise<Schemas['CopiedMagnet']> {
  return (await apiPost('/v2/dht/copy', { body: { id }, expected: REFUSALS })).data
}

/** The refusal an error is, `null` for any other failure. */
export function copyRefusal(error: unknown): CopyRefusal | null {
  return REFUSALS.find((code) => error instanceof ApiError && error.errorCode === code) ?? null
}

/** Longest name in a link, in code points: as the API has it. */
const DISPLAY_NAME_MAX = 100

/** The link of an uncovered hash, with the name that a program for downloads shows. */
export function magnetLink({ infoHash, name }: Pick<Magnet, 'infoHash' | 'name'>): string {
  const plain = Array.from(name.replace(/<\/?em>/g, '').trim())
  return `magnet:?xt=urn:btih:${infoHash}&dn=${encodeURIComponent(plain.slice(0, DISPLAY_NAME_MAX).join(''))}`
}

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
