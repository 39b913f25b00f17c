import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/client.ts'
import type { AdminTerm, Envelope, ListAnswer, NewTerm, TermEdit, TermMerge, TermSheet } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'
import type { TableSort } from '../../kit/table-sort.ts'

/** First parts of the keys of the terms table and of every term in it. */
export const ADMIN_TERMS_KEY = [...ADMIN_KEY, 'terms'] as const

/** Milliseconds between two looks at how far a merge is. */
const WATCH_MS = 1_000

/** Which terms to list. */
export interface AdminTermsFilter extends TableSort {
  keyword: string
  /** All without. */
  kind: string
  /** A channel's number; all without. */
  modId: string
  page: number
}

/** Terms, those without works too, unsorted the most used first: `GET /admin/terms`. Looks again by itself while works are moved. */
export function adminTermsOptions({ page, ...filter }: AdminTermsFilter) {
  return queryOptions({
    queryKey: [...ADMIN_TERMS_KEY, 'list', { ...filter, page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<AdminTerm>>(
        '/admin/terms',
        { ...filter, pageNum: page, pageSize: PAGE_SIZE.admin },
        { signal, silent: true },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.rows.some(({ merging }) => merging === 1) ? WATCH_MS : false),
  })
}

/** Everything about a term: `GET /admin/terms/{id}`. */
export function termSheetOptions(id: string) {
  return queryOptions({
    queryKey: [...ADMIN_TERMS_KEY, 'sheet', id],
    queryFn: async ({ signal }) =>
      (
        await apiGet<Envelope & { data: TermSheet }>(
          `/admin/terms/${encodeURIComponent(id)}`,
          {},
          { signal, silent: true },
        )
      ).data,
    staleTime: 0,
  })
}

/** Makes a term: `POST /admin/terms/create`. */
export async function createTerm(term: NewTerm): Promise<void> {
  await apiPost('/admin/terms/create', term, { silent: true })
}

/** Changes some fields of a term: `POST /admin/terms/edit`. */
export async function editTerm(edit: TermEdit): Promise<void> {
  await apiPost('/admin/terms/edit', edit, { silent: true })
}

/** Deletes a term that no work and no name leads to: `POST /admin/terms/delete`. */
export async function deleteTerm(id: string, version: number): Promise<void> {
  await apiPost('/admin/terms/delete', { id, version })
}

/** Makes one term of two: `POST /admin/terms/merge`. */
export async function mergeTerms(merge: TermMerge): Promise<void> {
  await apiPost('/admin/terms/merge', merge)
}
