import { queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/client.ts'
import type { Envelope, NewWork, WorkEdit, WorkSheet } from '@/shared/api/types.ts'
import { ADMIN_WORKS_KEY } from './admin-works.ts'

/** What can be changed of a work: `GET /admin/works/{id}`. */
export function workSheetOptions(id: string) {
  return queryOptions({
    queryKey: [...ADMIN_WORKS_KEY, 'sheet', id],
    queryFn: async ({ signal }) =>
      (
        await apiGet<Envelope & { data: WorkSheet }>(
          `/admin/works/${encodeURIComponent(id)}`,
          {},
          { signal, silent: true },
        )
      ).data,
    staleTime: 0,
  })
}

/** Changes some fields of a work: `POST /admin/works/edit`. */
export async function editWork(edit: WorkEdit): Promise<void> {
  await apiPost('/admin/works/edit', edit, { silent: true })
}

/** Makes a work: `POST /admin/works/create`. */
export async function createWork(work: NewWork): Promise<void> {
  await apiPost('/admin/works/create', work, { silent: true })
}
