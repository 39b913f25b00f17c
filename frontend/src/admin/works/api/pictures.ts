import { apiPostBytes } from '@/shared/api/client.ts'
import type { Envelope, UploadedPicture } from '@/shared/api/types.ts'
import { IMPORT_PART_TIMEOUT_MS } from '@/shared/config/constants.ts'

/** Uploads a picture, and answers the path that works name it by: `POST /admin/pictures`. */
export async function uploadPicture(file: File): Promise<UploadedPicture> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const options = { timeout: IMPORT_PART_TIMEOUT_MS, repeatable: true }
  return (await apiPostBytes<Envelope & { data: UploadedPicture }>('/admin/pictures', {}, bytes, options)).data
}
