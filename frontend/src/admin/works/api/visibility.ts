import { apiPost } from '@/shared/api/client.ts'

/** What may be done to a work's place on the site, by the last part of the call's path. */
export type VisibilityAction = 'hide' | 'restore' | 'takedown'

/** Hides, restores or takes down a work: `POST /admin/works/hide`, `/restore`, `/takedown`. */
export async function setVisibility(action: VisibilityAction, id: string, reason: string): Promise<void> {
  await apiPost(`/admin/works/${action}`, { id, reason })
}
