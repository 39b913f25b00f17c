import { apiPost } from '@/shared/api/client.ts'
import { ApiError } from '@/shared/api/errors.ts'
import type { Envelope, MagnetCopy } from '@/shared/api/types.ts'

/** Why a copy may be refused: a visitor must log in, a member needs VIP (spec §6). */
export type CopyRefusal = 'copy_login' | 'copy_vip'

const REFUSALS: readonly CopyRefusal[] = ['copy_login', 'copy_vip']

/** Uncovers a magnet link and counts it for today: `POST /v2/dht/copy`. Refusals are the caller's to tell. */
export async function copyMagnet(id: string): Promise<MagnetCopy> {
  return (await apiPost<Envelope & { data: MagnetCopy }>('/v2/dht/copy', { id }, { expected: REFUSALS })).data
}

/** The refusal an error is, `null` for any other failure. */
export function copyRefusal(error: unknown): CopyRefusal | null {
  return REFUSALS.find((word) => error instanceof ApiError && error.word === word) ?? null
}

/** The link of an uncovered hash. */
export function magnetLink(infoHash: string): string {
  return `magnet:?xt=urn:btih:${infoHash}`
}
