import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/client.ts'
import type { BatchCode, CodeBatch, CodePlan, CodesMade, Envelope, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'
import type { TableSort } from '../../kit/table-sort.ts'

/** First parts of the keys of every page of batches and of their codes. */
export const CODES_KEY = [...ADMIN_KEY, 'codes'] as const

/** Codes that were made together, and the plans that further ones can be made of: `GET /admin/codes`. */
export function codeBatchesOptions(sorted: TableSort, page: number) {
  return queryOptions({
    queryKey: [...CODES_KEY, 'batches', { ...sorted, page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<CodeBatch> & { plans: CodePlan[] }>(
        '/admin/codes',
        { ...sorted, pageNum: page, pageSize: PAGE_SIZE.admin },
        { signal, silent: true },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** The codes of a batch, without the codes: `GET /admin/codes/{batch}`. */
export function batchCodesOptions(batch: string, page: number) {
  return queryOptions({
    queryKey: [...CODES_KEY, 'batch', batch, { page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<BatchCode>>(
        `/admin/codes/${encodeURIComponent(batch)}`,
        { pageNum: page, pageSize: PAGE_SIZE.admin },
        { signal, silent: true },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** What is to be made. */
export interface NewCodes {
  planId: string
  count: number
  validDays?: number
  batch?: string
}

/** Makes codes, which are answered this once: `POST /admin/codes/create`. */
export async function makeCodes(wish: NewCodes): Promise<CodesMade> {
  return (await apiPost<Envelope & { data: CodesMade }>('/admin/codes/create', wish)).data
}

/** Revokes what is unused of a batch and answers how many: `POST /admin/codes/revoke`. */
export async function revokeBatch(batch: string, reason: string): Promise<number> {
  const answer = await apiPost<Envelope & { data: { revoked: number } }>('/admin/codes/revoke', { batch, reason })
  return answer.data.revoked
}
