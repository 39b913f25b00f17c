import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type CopyRefusal, copyRefusal } from '@/entities/magnet/api.ts'
import { copiesADay, saveCopyCount, useCopiesLeft } from '@/entities/magnet/copy-count.ts'
import { currentLogin } from '@/shared/api/session.ts'
import type { Magnet } from '@/shared/api/types.ts'
import { copyPromised } from '@/shared/lib/clipboard.ts'

interface Copied {
  links: string[]
  /** Why the server refused the rest, if it did. */
  refusal: CopyRefusal | null
}

interface CopyAllOptions {
  magnets: readonly Magnet[]
  /** VIP: nothing is counted. */
  unlimited: boolean
  /** The link of a magnet; counts it when it is locked. */
  linkOf: (magnet: Magnet) => Promise<string>
  /** The day's copies are used up. */
  onRefused: (refusal: CopyRefusal) => void
  /** The browser did not let the links be copied. */
  onByHand: (links: string) => void
}

/** Copies all links of a work: the revealed ones, and as many of the others as the day's quota allows (R5.12). */
export function useCopyAll({ magnets, unlimited, linkOf, onRefused, onByHand }: CopyAllOptions) {
  const left = useCopiesLeft()
  const [asking, setAsking] = useState(false)
  const locked = magnets.filter((magnet) => magnet.locked).length
  const allowed = unlimited ? locked : Math.min(locked, left ?? copiesADay())

  /** The links in their order, until one fails; what was revealed before is copied all the same. */
  async function fetchLinks(): Promise<Copied> {
    const links: string[] = []
    try {
      for (const magnet of firstOf(magnets, allowed)) links.push(await linkOf(magnet))
    } catch (error) {
      const refusal = copyRefusal(error)
      if (refusal) saveCopyCount(copiesADay(), 0)
      else if (links.length === 0) throw error
      return { links, refusal }
    }
    return { links, refusal: null }
  }

  const copying = useMutation({
    scope: { id: 'copy-magnet' },
    mutationFn: async () => {
      const fetched = fetchLinks()
      const count = { links: 0 }
      const text = fetched.then(({ links, refusal }) => {
        count.links = links.length
        if (links.length === 0 && refusal) throw new Refused(refusal)
        return links.join('\n')
      })
      const said = () => resultText(count.links, magnets.length)
      if (!(await copyPromised(text, said))) onByHand(await text)
    },
    onError: (error) => {
      if (error instanceof Refused) onRefused(error.refusal)
    },
    onSettled: () => setAsking(false),
  })

  return {
    /** Asks first when copies will be counted. */
    start: () => {
      if (locked === 0 || unlimited) copying.mutate()
      else if (allowed === 0 && locked === magnets.length)
        onRefused(currentLogin() === null ? 'copy_login' : 'copy_vip')
      else setAsking(true)
    },
    confirm: () => copying.mutate(),
    cancel: () => setAsking(false),
    asking,
    busy: copying.isPending,
    locked,
    allowed,
  }
}

/** The revealed magnets and the first locked ones, in their order. */
function firstOf(magnets: readonly Magnet[], allowed: number): Magnet[] {
  const locked = magnets.filter((magnet) => magnet.locked).slice(0, allowed)
  return magnets.filter((magnet) => !magnet.locked || locked.includes(magnet))
}

class Refused extends Error {
  readonly refusal: CopyRefusal

  constructor(refusal: CopyRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

function resultText(copied: number, all: number): string {
  const rest = all - copied
  return rest > 0 ? `已复制 ${copied} 条链接，其余 ${rest} 条未复制` : `已复制 ${copied} 条链接`
}
