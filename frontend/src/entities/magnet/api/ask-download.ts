import { apiPost } from '@/shared/api/http.ts'
import type { Magnet } from '@/shared/api/types.ts'
import { magnetLink } from './copy-magnet.ts'

/** Asks the operators to make a work ready to watch from one of its links, for VIP: `POST /web/cloud/file/download`. */
export async function askForDownload(workId: string, magnet: Magnet): Promise<void> {
  await apiPost('/web/cloud/file/download', { body: { censoredId: workId, url: magnetLink(magnet) } })
}
