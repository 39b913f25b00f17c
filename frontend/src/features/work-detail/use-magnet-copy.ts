import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CopyRefusal, copyMagnet, copyRefusal, magnetsOptions } from '@/entities/magnet/api.ts'
import { copiesADay, copiesLeft, saveCopyCount } from '@/entities/magnet/copy-count.ts'
import { magnetLink } from '@/entities/magnet/link.ts'
import { currentLogin } from '@/shared/api/session.ts'
import type { Magnet, Work } from '@/shared/api/types.ts'
import { copyPromised } from '@/shared/lib/clipboard.ts'

/** What the magnet tab can do with links. */
export interface MagnetCopying {
  copy: (magnet: Magnet) => void
  /** The link of a magnet; a locked one is revealed and counted. */
  linkOf: (magnet: Magnet) => Promise<string>
  /** Id of the magnet whose link is being fetched. */
  busy: string | null
  /** Why the last copy was refused. */
  refusal: CopyRefusal | null
  /** A link the browser refused to copy. */
  byHand: string | null
  /** Shows why a copy was refused. */
  refuse: (refusal: CopyRefusal) => void
  /** Offers links to be copied by hand. */
  offerByHand: (links: string) => void
  /** Closes the dialogs. */
  dismiss: () => void
}

/** Copies magnet links of a work within the daily quota (R5.5, R5.6). */
export function useMagnetCopy(work: Pick<Work, 'id' | 'number'>): MagnetCopying {
  const client = useQueryClient()
  const { queryKey } = magnetsOptions(work)
  const [refusal, setRefusal] = useState<CopyRefusal | null>(null)
  const [byHand, setByHand] = useState<string | null>(null)

  /** The link of a magnet; a revealed one needs no call. */
  async function linkOf(magnet: Magnet): Promise<string> {
    if (!magnet.locked) return magnetLink(magnet)
    const copied = await copyMagnet(magnet.id)
    if (copied.remaining !== undefined) saveCopyCount(copied.used, copied.remaining)
    const row = { locked: false, infoHash: copied.infoHash }
    client.setQueryData(queryKey, (known) =>
      known?.map((other) => (other.id === magnet.id ? { ...other, ...row } : other)),
    )
    return copied.magnet
  }

  const copying = useMutation({
    // One after another: the clipboard ends up with the last press.
    scope: { id: 'copy-magnet' },
    mutationFn: async (magnet: Magnet) => {
      const link = linkOf(magnet)
      const copied = await copyPromised(link)
      // A missing link is not offered for copying by hand; its error was announced.
      if (!copied && (await link).trim() !== '') setByHand(await link)
    },
    onError: (error) => {
      const refused = copyRefusal(error)
      if (refused) saveCopyCount(copiesADay(), 0)
      setRefusal(refused)
    },
  })

  function copy(magnet: Magnet) {
    // Ignores a repeated press; other links may be requested meanwhile.
    if (copying.isPending && copying.variables.id === magnet.id) return
    // A visitor's quota is in the cookie; a member's is known to the server only.
    if (magnet.locked && currentLogin() === null && copiesLeft() === 0) setRefusal('copy_login')
    else copying.mutate(magnet)
  }

  return {
    copy,
    linkOf,
    refuse: setRefusal,
    offerByHand: setByHand,
    busy: copying.isPending && copying.variables.locked ? copying.variables.id : null,
    refusal,
    byHand,
    dismiss: () => {
      setRefusal(null)
      setByHand(null)
    },
  }
}
