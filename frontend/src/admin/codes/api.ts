import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { pageQuery, TABLE_QUERY, type TableFilter, tableOptions } from '../kit/table-query.ts'

/** Query key prefix of every page of batches and of their codes. */
export const CODES_KEY = [...ADMIN_KEY, 'codes'] as const

/** Batches of codes, and the plans that new codes can be made for: `GET /admin/codes`. */
export function codeBatchesOptions(filter: TableFilter<'/admin/codes'>) {
  return tableOptions([...CODES_KEY, 'batches'], '/admin/codes', filter)
}

/** The codes of a batch, masked: `GET /admin/codes/{batch}`. */
export function batchCodesOptions(batch: string, page: number) {
  return queryOptions({
    queryKey: [...CODES_KEY, 'batch', batch, { page }],
    queryFn: ({ signal }) => apiGet('/admin/codes/{batch}', { path: { batch }, query: pageQuery(page), signal }),
    ...TABLE_QUERY,
  })
}

export type NewCodes = BodyOf<'/admin/codes/create'>

/** Creates codes. This response is the only one that contains them: `POST /admin/codes/create`. */
export async function makeCodes(wish: NewCodes): Promise<Schemas['CreatedCodes']> {
  return (await apiPost('/admin/codes/create', { body: wish })).data
}

/** Finds a code by its text: `POST /admin/code/find`. */
export async function findCode(code: string): Promise<Schemas['CodeDetail']> {
  return (await apiPost('/admin/code/find', { body: { code }, repeatable: true })).data
}

/** Revokes an unused code; a second time changes nothing: `POST /admin/code/revoke`. */
export async function revokeCode(id: string, reason: string): Promise<Schemas['CodeDetail']> {
  return (await apiPost('/admin/code/revoke', { body: { id, reason }, repeatable: true })).data
}

/** Revokes the unused codes of a batch and returns how many: `POST /admin/codes/revoke`. */
export async function revokeBatch(batch: string, reason: string): Promise<number> {
  return (await apiPost('/admin/codes/revoke', { body: { batch, reason } })).data.revoked
}
