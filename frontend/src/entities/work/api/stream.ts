import { ApiError } from '@/shared/api/errors.ts'
import { apiGet } from '@/shared/api/http.ts'
import type { Work } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'

/** Machine word of the refusal for members without VIP. */
const VIP_REQUIRED = 'vip_required'

/** A fresh address of a work's stream, for VIP: `GET /v2/video/{channel}/{id}`. */
export async function askForStream(work: Pick<Work, 'id' | 'modId'>): Promise<string> {
  const call = { path: { id: work.id }, expected: [VIP_REQUIRED], silent: false }
  return (await apiGet(`/v2/video/${channelOf(work.modId).name}/{id}`, call)).data.m3u8Url
}

/** Whether a failure says that VIP is needed. */
export function needsVip(error: unknown): boolean {
  return error instanceof ApiError && error.errorCode === VIP_REQUIRED
}
