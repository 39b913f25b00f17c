import { queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/client.ts'
import type { Envelope, WorkFields } from '@/shared/api/types.ts'
import { DESK_WORKS_KEY } from './desk-works.ts'

/** What can be changed of a work: `GET /admin/works/{id}`. */
export function workFieldsOptions(id: string) {
  return queryOptions({
    queryKey: [...DESK_WORKS_KEY, 'fields', id],
    queryFn: async ({ signal }) =>
      (
        await apiGet<Envelope & { data: WorkFields }>(
          `/admin/works/${encodeURIComponent(id)}`,
          {},
          { signal, silent: true },
        )
      ).data,
    staleTime: 0,
  })
}

/** Changes some fields of a work: `POST /admin/works/edit`. */
export async function editWork(id: string, change: Partial<WorkFields>): Promise<void> {
  await apiPost('/admin/works/edit', { id, ...change })
}
