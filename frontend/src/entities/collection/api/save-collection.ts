import { ApiError } from '@/shared/api/errors.ts'
import { apiPost } from '@/shared/api/http.ts'
import type { Collection } from '@/shared/api/types.ts'

/** What a member can set on a collection (R9.7). */
export interface CollectionDetails {
  cateName: string
  description: string
  /** 0 public, 1 private. */
  isPrivate: number
}

const NAME_TAKEN = 'collection_name_taken'

/** Whether a collection was refused for its name, which the form says at the field. */
export function isNameTaken(error: unknown): error is ApiError {
  return error instanceof ApiError && error.errorCode === NAME_TAKEN
}

/** Makes a collection: `POST /v2/user/collect/cate/`. */
export async function createCollection(details: CollectionDetails): Promise<Collection> {
  return (await apiPost('/v2/user/collect/cate/', { body: details, expected: [NAME_TAKEN] })).data
}

/** Changes what a collection is called and who may see it: `POST /v2/user/collect/cate/{id}/edit`. */
export async function editCollection(cateId: string, details: CollectionDetails): Promise<Collection> {
  const call = { path: { id: cateId }, body: details, expected: [NAME_TAKEN] }
  return (await apiPost('/v2/user/collect/cate/{id}/edit', call)).data
}

/** Deletes a collection; works in no other one are collected no more: `POST /v2/user/collect/cate/{id}/delete`. */
export async function deleteCollection(cateId: string): Promise<void> {
  await apiPost('/v2/user/collect/cate/{id}/delete', { path: { id: cateId } })
}
