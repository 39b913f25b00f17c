import { queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { EDIT_CONFLICT } from '../kit/edit-conflict.ts'
import { type TableFilter, tableOptions } from '../kit/table-query.ts'

/** Query key prefix of the members table and of every member in it. */
export const ADMIN_MEMBERS_KEY = [...ADMIN_KEY, 'members'] as const

/** Members, newest first by default: `GET /admin/members`. */
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

/** The version of a member that the operator saw. */
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

/** Adds days of VIP, or removes them if negative; idempotent by `key`: `POST /admin/members/days`. */
export async function addDays(form: BodyOf<'/admin/members/days'>): Promise<void> {
  // The key makes it idempotent, so it may be repeated.
  await apiPost('/admin/members/days', { body: form, repeatable: true, expected: [EDIT_CONFLICT] })
}

/** Sets a new password and returns it, once: `POST /admin/members/password`. */
export async function resetPassword(seen: Seen, reason: string): Promise<string> {
  return (await apiPost('/admin/members/password', { body: { ...seen, reason }, expected: [EDIT_CONFLICT] })).data
    .password
}

/** Changes a member's role and permissions: `POST /admin/members/role`. */
export async function setRole(form: BodyOf<'/admin/members/role'>): Promise<void> {
  await apiPost('/admin/members/role', { body: form, expected: [EDIT_CONFLICT] })
}
