import { apiPost } from '@/shared/api/client.ts'
import type { Envelope, LikeState } from '@/shared/api/types.ts'
import { OFF, ON } from '@/shared/config/constants.ts'

/** Likes a work, or not any more: `POST /v2/user/like`. */
export async function setLike(workId: string, like: boolean): Promise<LikeState> {
  const body = { status: like ? ON : OFF, dataId: workId }
  return (await apiPost<Envelope & { data: LikeState }>('/v2/user/like', body)).data
}
