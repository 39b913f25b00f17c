import { queryOptions } from '@tanstack/react-query'
import type { OwnWorks } from '@/entities/work/api.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { MEMBER_KEY } from '@/shared/api/member-key.ts'
import type { Collection } from '@/shared/api/types.ts'
import { OFF, ON, PAGE_SIZE } from '@/shared/config/constants.ts'

/** Puts a work into the member's default collection: `POST /v2/user/collect/adds`. */
export async function collectIntoDefault(workId: string): Promise<Schemas['CollectState']> {
  return (await apiPost('/v2/user/collect/adds', { body: { status: ON, dataId: workId } })).data
}

/** Sets the collections of a work; none removes it from all: `POST /v2/user/collect/edit`. */
export async function chooseCollections(workId: string, cateIds: readonly string[]): Promise<Schemas['CollectState']> {
  return (
    await apiPost('/v2/user/collect/edit', {
      body: { status: cateIds.length > 0 ? ON : OFF, dataId: workId, cateIds: [...cateIds] },
    })
  ).data
}

/** Query key prefix of every list of collected works. */
export const COLLECTED_KEY = [MEMBER_KEY, 'collected'] as const

/** The works of a collection, or of all without an id, latest first: `GET /v2/user/collect/detail/list`. */
export function collectedWorks(cateId: string | null): OwnWorks {
  return {
    key: [...COLLECTED_KEY, cateId],
    isMixed: true,
    list: (query, signal) => apiGet('/v2/user/collect/detail/list', { query: { ...query, cateId }, signal }),
    facets: (query, signal) => apiGet('/v2/user/collect/detail/facets', { query: { ...query, cateId }, signal }),
  }
}

/** Ids of the member's collections a work is in: `GET /v2/user/collect/{id}`. */
export function collectionsOfWorkOptions(workId: string) {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'collections-of-work', workId],
    queryFn: ({ signal }) => apiGet('/v2/user/collect/{id}', { path: { id: workId }, signal }),
    select: (answer) => answer.data,
    staleTime: 0,
  })
}

/** All of a member's collections, which are at most one page: `GET /v2/user/collect/cate/list`. */
export function collectionsOptions() {
  return queryOptions({
    queryKey: [MEMBER_KEY, 'collections'],
    queryFn: ({ signal }) =>
      apiGet('/v2/user/collect/cate/list', { query: { pageNum: 1, pageSize: PAGE_SIZE.collections }, signal }),
    select: (answer) => answer.rows,
  })
}

/** What a member can set on a collection (R9.7). */
export interface CollectionDetails {
  cateName: string
  description: string
  /** 0 public, 1 private. */
  isPrivate: 0 | 1
}

const NAME_TAKEN = 'collection_name_taken'

/** Whether a collection was rejected because of its name. */
export function isNameTaken(error: unknown): error is ApiError {
  return error instanceof ApiError && error.errorCode === NAME_TAKEN
}

/** Makes a collection: `POST /v2/user/collect/cate/`. */
export async function createCollection(details: CollectionDetails): Promise<Collection> {
  return (await apiPost('/v2/user/collect/cate/', { body: details, expected: [NAME_TAKEN] })).data
}

/** Renames a collection or changes its privacy: `POST /v2/user/collect/cate/{id}/edit`. */
export async function editCollection(cateId: string, details: CollectionDetails): Promise<Collection> {
  const call = { path: { id: cateId }, body: details, expected: [NAME_TAKEN] }
  return (await apiPost('/v2/user/collect/cate/{id}/edit', call)).data
}

/** Deletes a collection; works in no other one are not collected any more: `POST /v2/user/collect/cate/{id}/delete`. */
export async function deleteCollection(cateId: string): Promise<void> {
  await apiPost('/v2/user/collect/cate/{id}/delete', { path: { id: cateId } })
}
