import type { BodyOf } from '@/shared/api/contract.ts'
import { apiPost } from '@/shared/api/http.ts'
import { EDIT_CONFLICT } from '../kit/edit-conflict.ts'

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
