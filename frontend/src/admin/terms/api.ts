import { queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { EDIT_CONFLICT } from '../kit/edit-conflict.ts'
import { type TableFilter, tableOptions } from '../kit/table-query.ts'

/** Query key prefix of the terms table and of every term in it. */
export const ADMIN_TERMS_KEY = [...ADMIN_KEY, 'terms'] as const

/** Polling interval while a merge is running, in milliseconds. */
const WATCH_MS = 1_000

/** Terms including unused ones, most used first by default: `GET /admin/terms`. Polled while works are moved. */
export function adminTermsOptions(filter: TableFilter<'/admin/terms'>) {
  return queryOptions({
    ...tableOptions([...ADMIN_TERMS_KEY, 'list'], '/admin/terms', filter),
    refetchInterval: ({ state }) => (state.data?.rows.some(({ merging }) => merging === 1) ? WATCH_MS : false),
  })
}

/** Everything about a term: `GET /admin/terms/{id}`. */
export function adminTermDetailOptions(id: string) {
  return queryOptions({
    queryKey: [...ADMIN_TERMS_KEY, 'detail', id],
    queryFn: async ({ signal }) => (await apiGet('/admin/terms/{id}', { path: { id }, signal })).data,
    staleTime: 0,
  })
}

/** Error code: the kind and channel already has a term of this name. */
export const TERM_TAKEN = 'term_taken'

/** Makes a term: `POST /admin/terms/create`. */
export async function createTerm(term: BodyOf<'/admin/terms/create'>): Promise<void> {
  await apiPost('/admin/terms/create', { body: term, expected: [TERM_TAKEN] })
}

/** Changes some fields of a term: `POST /admin/terms/edit`. */
export async function editTerm(edit: BodyOf<'/admin/terms/edit'>): Promise<void> {
  await apiPost('/admin/terms/edit', { body: edit, expected: [EDIT_CONFLICT, TERM_TAKEN] })
}

/** Deletes a term that nothing refers to: `POST /admin/terms/delete`. */
export async function deleteTerm(id: string, version: number): Promise<void> {
  await apiPost('/admin/terms/delete', { body: { id, version } })
}

/** Merges two terms: `POST /admin/terms/merge`. */
export async function mergeTerms(merge: BodyOf<'/admin/terms/merge'>): Promise<void> {
  await apiPost('/admin/terms/merge', { body: merge })
}
