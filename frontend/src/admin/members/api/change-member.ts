import { apiPost } from '@/shared/api/client.ts'
import type { Envelope } from '@/shared/api/types.ts'

/** A member, as they were when the operator looked. */
export interface Seen {
  id: string
  version: number
}

/** Disables or enables a member: `POST /admin/members/disable`, `/enable`. */
export async function setDisabled(seen: Seen, disabled: boolean, reason: string): Promise<void> {
  await apiPost(`/admin/members/${disabled ? 'disable' : 'enable'}`, { ...seen, reason }, { silent: true })
}

/** Gives days of VIP, or takes them when negative; the same `key` counts once: `POST /admin/members/days`. */
export async function addDays(form: Seen & { days: number; reason: string; key: string }): Promise<void> {
  // The key is what keeps it from counting twice, so it can be sent again at once.
  await apiPost('/admin/members/days', form, { repeatable: true, silent: true })
}

/** Gives a member a fresh password, which is told this once: `POST /admin/members/password`. */
export async function resetPassword(seen: Seen, reason: string): Promise<string> {
  const answer = await apiPost<Envelope & { data: { password: string } }>(
    '/admin/members/password',
    { ...seen, reason },
    { silent: true },
  )
  return answer.data.password
}

/** Changes what a member is among the operators: `POST /admin/members/role`. */
export async function setRole(form: Seen & { role: string; permissions: string[]; reason: string }): Promise<void> {
  await apiPost('/admin/members/role', form, { silent: true })
}
