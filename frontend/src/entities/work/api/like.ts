import type { Schemas } from '@/shared/api/contract.ts'
import { apiPost } from '@/shared/api/http.ts'
import { OFF, ON } from '@/shared/config/constants.ts'

/** Likes a work, or not any more: `POST /v2/user/like`. */
export async function setLike(workId: string, like: boolean): Promise<Schemas['LikeState']> {
  return (await apiPost('/v2/user/like', { body: { status: like ? ON : OFF, dataId: workId } })).data
}
