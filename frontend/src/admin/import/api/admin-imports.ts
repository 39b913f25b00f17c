import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost, apiText } from '@/shared/api/client.ts'
import type { AdminImport, Envelope, ListAnswer } from '@/shared/api/types.ts'
import { IMPORT_START_TIMEOUT_MS, IMPORT_WATCH_MS, PAGE_SIZE, WATCH_MS } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'
import { isAtWork } from '../import-words.ts'

/** First parts of the keys of everything about imports. */
export const IMPORTS_KEY = [...ADMIN_KEY, 'imports'] as const

/** Imports, the newest first: `GET /admin/imports`. Asked for each second while one is at work. */
export function importsOptions(page: number) {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, 'list', page],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<AdminImport>>(
        '/admin/imports',
        { pageNum: page, pageSize: PAGE_SIZE.admin },
        { signal, silent: true },
      ),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.rows.some(isAtWork) ? IMPORT_WATCH_MS : WATCH_MS),
    placeholderData: keepPreviousData,
  })
}

type One = Envelope & { data: AdminImport }

/** How far an import is: `GET /admin/imports/{id}`. */
export async function getImport(id: string): Promise<AdminImport> {
  return (await apiGet<One>(`/admin/imports/${id}`, {}, { silent: true })).data
}

/** Puts an import into the queue, or lets it go on: `POST /admin/imports/{id}/start`. */
export async function startImport(id: string, dryRun: boolean, overrideCurated: boolean): Promise<AdminImport> {
  // Starting twice is starting once.
  const options = { timeout: IMPORT_START_TIMEOUT_MS, repeatable: true }
  return (await apiPost<One>(`/admin/imports/${id}/start`, { dryRun, overrideCurated }, options)).data
}

/** Stops an import: `POST /admin/imports/{id}/cancel`. */
export async function cancelImport(id: string): Promise<void> {
  await apiPost(`/admin/imports/${id}/cancel`, {})
}

/** The refused lines of an import, as a text: `GET /admin/imports/{id}/refused`. */
export function refusedLines(id: string): Promise<string> {
  return apiText(`/admin/imports/${id}/refused`)
}
