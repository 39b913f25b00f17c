import { useQuery } from '@tanstack/react-query'
import { downloadsOfWorkOptions } from '@/entities/download/api.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import type { Magnet, OwnDownload, Work } from '@/shared/api/types.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'

/** What `?sheet=` begins with while the question about a link is open. */
const SHEET = 'download-'

/** What the member has asked for of a work, and the question about a link that is open in the address (R13.5, R13.6). */
export function useDownloadAsks(work: Work, magnets: readonly Magnet[], isVip: boolean) {
  const signedIn = useSignedIn()
  const sheet = useUrlDialog('sheet')
  // Of a work that can be watched nothing is asked, so that it stays pending.
  const asked = useQuery(downloadsOfWorkOptions(work))
  const requests: readonly OwnDownload[] = (signedIn && asked.data) || []
  const requestOf = (magnet: Magnet) => requests.find(({ infoHash }) => infoHash === magnet.infoHash)
  /** Until it is known what was asked, nothing is offered that may have been asked already. */
  const canAsk = isVip && signedIn && !asked.isPending
  const chosen = magnets.find(({ id, locked }) => sheet.value === SHEET + id && !locked)
  return {
    latest: requests[0],
    requestOf,
    offersFor: (magnet: Magnet) => canAsk && !magnet.locked,
    /** The link that the open question is about. */
    asking: canAsk && chosen && !requestOf(chosen) ? chosen : undefined,
    open: (magnet: Magnet) => sheet.open(SHEET + magnet.id),
    close: sheet.close,
  }
}
