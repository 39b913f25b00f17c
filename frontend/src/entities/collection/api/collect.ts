import type { Schemas } from '@/shared/api/contract.ts'
import { apiPost } from '@/shared/api/http.ts'
import { OFF, ON } from '@/shared/config/constants.ts'

/** Puts a work into the member's default collection: `POST /v2/user/collect/adds`. */
export async function collectIntoDefault(workId: string): Promise<Schemas['CollectState']> {
  return (await apiPost('/v2/user/collect/adds', { body: { status: ON, dataId: workId } })).data
}

/** Puts a work into exactly these collections; with none it is collected no more: `POST /v2/user/collect/edit`. */
export async function chooseCollections(workId: string, cateIds: readonly string[]): Promise<Schemas['CollectState']> {
  return (
    await apiPost('/v2/user/collect/edit', {
      body: { status: cateIds.length > 0 ? ON : OFF, dataId: workId, cateIds: [...cateIds] },
    })
  ).data
}
