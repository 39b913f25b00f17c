import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import { apiPost } from '@/shared/api/http.ts'
import type { Magnet } from '@/shared/api/types.ts'

/** Why a copy may be refused: a visitor must log in, a member needs VIP (R5.8). */
export type CopyRefusal = 'copy_login' | 'copy_vip'

const REFUSALS: readonly CopyRefusal[] = ['copy_login', 'copy_vip']

/** Uncovers a magnet link and counts it for today: `POST /v2/dht/copy`. Refusals are the caller's to tell. */
export async function copyMagnet(id: string): Promise<Schemas['CopiedMagnet']> {
  return (await apiPost('/v2/dht/copy', { body: { id }, expected: REFUSALS })).data
}

/** The refusal an error is, `null` for any other failure. */
export function copyRefusal(error: unknown): CopyRefusal | null {
  return REFUSALS.find((word) => error instanceof ApiError && error.errorCode === word) ?? null
}

/** Longest name in a link, in code points: as the API has it. */
const DISPLAY_NAME_MAX = 100

/** The link of an uncovered hash, with the name that a program for downloads shows. */
export function magnetLink({ infoHash, name }: Pick<Magnet, 'infoHash' | 'name'>): string {
  const plain = Array.from(name.replace(/<\/?em>/g, '').trim())
  return `magnet:?xt=urn:btih:${infoHash}&dn=${encodeURIComponent(plain.slice(0, DISPLAY_NAME_MAX).join(''))}`
}
