import { queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { EDIT_CONFLICT } from '../kit/edit-conflict.ts'
import { type TableFilter, tableOptions } from '../kit/table-query.ts'

/** First parts of the keys of the members table and of every member in it. */
export const ADMIN_MEMBERS_KEY = [...ADMIN_KEY, 'members'] as const

/** Members, unsorted the newest first: `GET /admin/members`. */
export function membersOptions(filter: TableFilter<'/admin/members'>) {
  return tableOptions([...ADMIN_MEMBERS_KEY, 'list'], '/admin/members', filter)
}

/** Everything about a member: `GET /admin/members/{id}`. */
export function memberDetailOptions(id: string) {
  return queryOptions({
    queryKey: [...ADMIN_MEMBERS_KEY, 'detail', id],
    queryFn: async ({ signal }) => (await apiGet('/admin/members/{id}', { path: { id }, signal })).data,
    staleTime: 0,
  })
}

/** A member, as they were when the operator looked. */
export interface Seen {
  id: string
  version: number
}

/** Disables or enables a member: `POST /admin/members/disable`, `/enable`. */
export async function setDisabled(seen: Seen, disabled: boolean, reason: string): Promise<void> {
  await apiPost(`/admin/members/${disabled ? 'disable' : 'enable'}`, {
    body: { ...seen, reason },
    expected: [EDIT_CONFLICT],
  })
}

/** Gives days of VIP, or takes them when negative; the same `key` counts once: `POST /admin/members/days`. */
export async function addDays(form: BodyOf<'/admin/members/days'>): Promise<void> {
  // The key is what keeps it from counting twice, so it can be sent again at once.
  await apiPost('/admin/members/days', { body: form, repeatable: true, expected: [EDIT_CONFLICT] })
}

/** Sets a new password for a member and returns it; it cannot be read again: `POST /admin/members/password`. */
export async function resetPassword(seen: Seen, reason: string): Promise<string> {
  return (await apiPost('/admin/members/password', { body: { ...seen, reason }, expected: [EDIT_CONFLICT] })).data
    .password
}

/** Changes what a member is among the operators: `POST /admin/members/role`. */
export async function setRole(form: BodyOf<'/admin/members/role'>): Promise<void> {
  await apiPost('/admin/members/role', { body: form, expected: [EDIT_CONFLICT] })
}
