import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CopyRefusal, copyMagnet, copyRefusal, magnetLink, magnetsOptions } from '@/entities/magnet/api.ts'
import { copiesADay, copiesLeft, saveCopyCount } from '@/entities/magnet/copy-count.ts'
import { currentLogin } from '@/shared/api/session.ts'
import type { Magnet } from '@/shared/api/types.ts'
import { copyPromised } from '@/shared/lib/clipboard.ts'

interface MagnetCopying {
  copy: (magnet: Magnet) => void
  /** Id of the magnet whose link is on its way. */
  busy: string | null
  /** Why the last copy was refused. */
  refusal: CopyRefusal | null
  /** The link the browser would not copy by itself. */
  byHand: string | null
  /** Puts away refusal and link. */
  dismiss: () => void
}

/** Copies magnet links of a work within the daily quota (R5.5, R5.6). */
export function useMagnetCopy(number: string): MagnetCopying {
  const client = useQueryClient()
  const { queryKey } = magnetsOptions(number)
  const [refusal, setRefusal] = useState<CopyRefusal | null>(null)
  const [byHand, setByHand] = useState<string | null>(null)

  /** The link of a magnet; an uncovered one needs no asking and costs nothing. */
  async function linkOf(magnet: Magnet): Promise<string> {
    if (!magnet.locked) return magnetLink(magnet)
    const copied = await copyMagnet(magnet.id)
    if (copied.remaining !== null) saveCopyCount(copied.used, copied.remaining)
    const row = { locked: false, infoHash: copied.infoHash }
    client.setQueryData(
      queryKey,
      (known) =>
        known && { ...known, rows: known.rows.map((other) => (other.id === magnet.id ? { ...other, ...row } : other)) },
    )
    return copied.magnet
  }

  const copying = useMutation({
    // One after the other: what was pressed last is what the clipboard has in the end.
    scope: { id: 'copy-magnet' },
    mutationFn: async (magnet: Magnet) => {
      const link = linkOf(magnet)
      const copied = await copyPromised(link)
      // Nothing is not copied by hand either; that it was empty has been said.
      if (!copied && (await link).trim() !== '') setByHand(await link)
    },
    onError: (error) => {
      const refused = copyRefusal(error)
      if (refused) saveCopyCount(copiesADay(), 0)
      setRefusal(refused)
    },
  })

  function copy(magnet: Magnet) {
    // A second press of the same button is the first one again; another link may be asked for meanwhile.
    if (copying.isPending && copying.variables.id === magnet.id) return
    // What the cookie says of a visitor needs no round trip; a member's allowance the server alone knows.
    if (magnet.locked && currentLogin() === null && copiesLeft() === 0) setRefusal('copy_login')
    else copying.mutate(magnet)
  }

  return {
    copy,
    busy: copying.isPending && copying.variables.locked ? copying.variables.id : null,
    refusal,
    byHand,
    dismiss: () => {
      setRefusal(null)
      setByHand(null)
    },
  }
}
