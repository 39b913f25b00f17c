import type { ReactNode } from 'react'
import type { Work } from '@/shared/api/types.ts'

/** What stands in a corner of a work's card, over its cover. */
export interface CardCorner {
  of: (work: Work) => ReactNode
  /** `over` the cover alone, or `beside` what the card has there, which makes room for it. */
  place: 'over' | 'beside'
}
