import type { Schemas } from '@/shared/api/contract.ts'
import { apiPost } from '@/shared/api/http.ts'

/** What undoing an import has done so far. */
export interface UndoProgress {
  tried: number
  changed: number
  refused: readonly Schemas['RejectedWork'][]
  /** Where the next step goes on; missing at the end. */
  cursor?: string
}

/** The next step of undoing an import: `POST /admin/imports/{id}/undo`. A repeated step changes nothing twice. */
export async function undoStep(id: string, { cursor, ...sum }: UndoProgress): Promise<UndoProgress> {
  const options = { path: { id }, body: { cursor }, silent: true, repeatable: true }
  const { data } = await apiPost('/admin/imports/{id}/undo', options)
  return {
    tried: sum.tried + data.tried,
    changed: sum.changed + data.changed,
    refused: [...sum.refused, ...data.refused],
    cursor: data.cursor,
  }
}
