import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { pageQuery, TABLE_QUERY, type TableFilter, tableOptions } from '../kit/table-query.ts'

/** First parts of the keys of every page of batches and of their codes. */
export const CODES_KEY = [...ADMIN_KEY, 'codes'] as const

/** Codes that were made together, and the plans that further ones can be made of: `GET /admin/codes`. */
export function codeBatchesOptions(filter: TableFilter<'/admin/codes'>) {
  return tableOptions([...CODES_KEY, 'batches'], '/admin/codes', filter)
}

/** The codes of a batch, without the codes: `GET /admin/codes/{batch}`. */
export function batchCodesOptions(batch: string, page: number) {
  return queryOptions({
    queryKey: [...CODES_KEY, 'batch', batch, { page }],
    queryFn: ({ signal }) => apiGet('/admin/codes/{batch}', { path: { batch }, query: pageQuery(page), signal }),
    ...TABLE_QUERY,
  })
}

/** What is to be made. */
export type NewCodes = BodyOf<'/admin/codes/create'>

/** Makes codes, which are answered this once: `POST /admin/codes/create`. */
export async function makeCodes(wish: NewCodes): Promise<Schemas['CodesMade']> {
  return (await apiPost('/admin/codes/create', { body: wish })).data
}

/** Revokes what is unused of a batch and answers how many: `POST /admin/codes/revoke`. */
export async function revokeBatch(batch: string, reason: string): Promise<number> {
  return (await apiPost('/admin/codes/revoke', { body: { batch, reason } })).data.revoked
}
