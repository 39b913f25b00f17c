import { queryOptions } from '@tanstack/react-query'
import { WORKS_KEY } from '@/entities/work/work-keys.ts'
import type { BodyOf, QueryOf, Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { EDIT_CONFLICT } from '../kit/edit-conflict.ts'
import { type TableFilter, tableOptions } from '../kit/table-query.ts'

/** Query key prefix of the works table and of every work in it. */
export const ADMIN_WORKS_KEY = [...ADMIN_KEY, 'works'] as const

/** Query keys of works in the console and in this window's site. */
export const SHOWN_WORKS = [ADMIN_WORKS_KEY, WORKS_KEY]

/** Works with operator fields: `GET /admin/works`. */
export function adminWorksOptions(filter: TableFilter<'/admin/works'>) {
  return tableOptions([...ADMIN_WORKS_KEY, 'list'], '/admin/works', filter)
}

/** Editable fields of a work: `GET /admin/works/{id}`. */
export function adminWorkDetailOptions(id: string) {
  return queryOptions({
    queryKey: [...ADMIN_WORKS_KEY, 'detail', id],
    queryFn: async ({ signal }) => (await apiGet('/admin/works/{id}', { path: { id }, signal })).data,
    staleTime: 0,
  })
}

/** Changes of a work that are listed. */
const HISTORY_SIZE = 50

/** What operators have changed of a work, the latest first: `GET /admin/audit`. */
export function workHistoryOptions(id: string) {
  const filter = { targetKind: 'work', targetId: id, page: 1, size: HISTORY_SIZE } as const
  return tableOptions([...ADMIN_WORKS_KEY, 'history'], '/admin/audit', filter)
}

/** Error code: the work names unknown terms. */
export const TERMS_UNKNOWN = 'terms_unknown'
/** Error code: the number is taken in this channel. */
export const NUMBER_TAKEN = 'number_taken'

/** Error code: a field breaks a rule, which the message says. */
export const WORK_REFUSED = 'work_refused'

/** Changes some fields of a work: `POST /admin/works/edit`. */
export async function editWork(edit: BodyOf<'/admin/works/edit'>): Promise<void> {
  const expected = [EDIT_CONFLICT, TERMS_UNKNOWN, NUMBER_TAKEN, WORK_REFUSED]
  await apiPost('/admin/works/edit', { body: edit, expected })
}

/** Makes a work: `POST /admin/works/create`. */
export async function createWork(work: BodyOf<'/admin/works/create'>): Promise<void> {
  await apiPost('/admin/works/create', { body: work, expected: [TERMS_UNKNOWN, NUMBER_TAKEN, WORK_REFUSED] })
}

/** Error code: the list is not the one that was seen. */
export const SELECTION_CHANGED = 'selection_changed'

/** What is done to many works. What was never shown is published as what was hidden is restored. */
export type BulkAction = Schemas['BulkAction'] | 'publish'

/** The filters of the works table, as in the API. */
export type WorksFilter = Omit<TableFilter<'/admin/works'>, 'page' | 'size' | 'sort' | 'order'>

/** A step of a bulk change of works: `POST /admin/works/bulk`. */
export async function stepBulk(query: WorksFilter, body: BodyOf<'/admin/works/bulk'>): Promise<Schemas['BulkStep']> {
  return (await apiPost('/admin/works/bulk', { query, body, silent: true, repeatable: true })).data
}

/** A step that undoes a bulk change: `POST /admin/works/bulk/undo`. */
export async function stepUndo(body: BodyOf<'/admin/works/bulk/undo'>): Promise<Schemas['BulkStep']> {
  return (await apiPost('/admin/works/bulk/undo', { body, silent: true, repeatable: true })).data
}

/** The parts of a file of works, of the list without `ids`: `GET /admin/works/export`. */
export async function* exportWorks(
  filter: WorksFilter,
  ids: readonly string[],
  format: QueryOf<'/admin/works/export'>['format'],
): AsyncGenerator<string> {
  const which = ids.length > 0 ? { ids: ids.join(',') } : filter
  let cursor: string | undefined
  do {
    const query = { ...which, format, cursor }
    const { data } = await apiGet('/admin/works/export', { query })
    yield data.text
    cursor = data.cursor
  } while (cursor !== undefined)
}

/** Merges a work into another one, or without it undoes that: `POST /admin/works/merge`. */
export async function mergeWorks(body: BodyOf<'/admin/works/merge'>): Promise<void> {
  await apiPost('/admin/works/merge', { body })
}

/** Last part of the path of a visibility call. */
export type VisibilityAction = 'hide' | 'restore' | 'takedown' | 'unmerge'

/** Hides, restores or takes down a work: `POST /admin/works/hide`, `/restore`, `/takedown`. */
export async function setVisibility(
  action: Exclude<VisibilityAction, 'unmerge'>,
  id: string,
  reason: string,
): Promise<void> {
  await apiPost(`/admin/works/${action}`, { body: { id, reason } })
}
