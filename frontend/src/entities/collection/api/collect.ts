import { apiPost } from '@/shared/api/client.ts'
import type { CollectState, Envelope } from '@/shared/api/types.ts'
import { OFF, ON } from '@/shared/config/constants.ts'

type Answer = Envelope & { data: CollectState }

/** Puts a work into the member's default collection: `POST /v2/user/collect/adds`. */
export async function collectIntoDefault(workId: string): Promise<CollectState> {
  return (await apiPost<Answer>('/v2/user/collect/adds', { status: ON, dataId: workId })).data
}

/** Puts a work into exactly these collections; with none it is collected no more: `POST /v2/user/collect/edit`. */
export async function chooseCollections(workId: string, cateIds: readonly string[]): Promise<CollectState> {
  const body = { status: cateIds.length > 0 ? ON : OFF, dataId: workId, cateIds }
  return (await apiPost<Answer>('/v2/user/collect/edit', body)).data
}
