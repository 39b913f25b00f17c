import type { ReactNode } from 'react'
import type { Work } from '@/shared/api/types.ts'

/** What stands in a corner of a work's card, over its cover. */
export interface CardCorner {
  of: (work: Work) => ReactNode
  /** It stands where the card has something of its own, which makes room for it. */
  needsRoom: boolean
}
