import { apiPost, apiPostBytes } from '@/shared/api/client.ts'
import type { AdminImport, Envelope } from '@/shared/api/types.ts'
import { IMPORT_PART_TIMEOUT_MS } from '@/shared/config/constants.ts'

type One = Envelope & { data: AdminImport }

/** Announces a file: `POST /admin/imports`. */
export async function announceImport(name: string, size: number, signal: AbortSignal): Promise<AdminImport> {
  const form = { name: name.slice(0, 200), size }
  return (await apiPost<One>('/admin/imports', form, { signal, silent: true, repeatable: true })).data
}

/** Sends the bytes from `offset` on: `POST /admin/imports/{id}/part`. */
export async function sendPart(
  id: string,
  offset: number,
  part: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<AdminImport> {
  const options = { signal, silent: true, timeout: IMPORT_PART_TIMEOUT_MS }
  return (await apiPostBytes<One>(`/admin/imports/${id}/part`, { offset }, part, options)).data
}
