import { apiGet } from '@/shared/api/client.ts'
import { ApiError } from '@/shared/api/errors.ts'
import type { Envelope, StreamAddress, Work } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'

/** Machine word of the refusal for members without VIP. */
const VIP_REQUIRED = 'vip_required'

/** A fresh address of a work's stream, for VIP: `GET /v2/video/{channel}/{id}`. */
export async function askForStream(work: Pick<Work, 'id' | 'modId'>): Promise<string> {
  const path = `/v2/video/${channelOf(work.modId).name}/${encodeURIComponent(work.id)}`
  return (await apiGet<Envelope & { data: StreamAddress }>(path, {}, { expected: [VIP_REQUIRED] })).data.m3u8Url
}

/** Whether a failure says that VIP is needed. */
export function needsVip(error: unknown): boolean {
  return error instanceof ApiError && error.word === VIP_REQUIRED
}
