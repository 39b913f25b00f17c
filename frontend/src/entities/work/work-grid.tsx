import type { ReactNode } from 'react'
import type { Work } from '@/shared/api/types.ts'
import { type RankedBy, WorkCard, WorkCardSkeleton } from './work-card.tsx'
import './work-grid.css'

/** Covers of the first screen load at once; the others near the screen. */
const EAGER = 6
/** Whole rows of them, however many columns there are. */
const SKELETONS = Array.from({ length: 24 }, (_, index) => index)

/**
 * How many columns: for whole pages of 24 or 32 works, or the fixed steps of the sidebar pages (R2.16). Every page
 * fills its last row.
 */
export type GridLayout = 'of-24' | 'of-32' | 'steps' | 'steps-wide'

interface WorkGridProps {
  works: readonly Work[]
  layout?: GridLayout
  /** The order is a ranking by this: every card carries its place and figure. */
  rankedBy?: RankedBy
  /** Stands over the corner of a card. */
  corner?: (work: Work) => ReactNode
}

/** A wall of works. */
export function WorkGrid({ works, layout = 'of-24', rankedBy, corner }: WorkGridProps) {
  const List = rankedBy ? 'ol' : 'ul'
  return (
    <List className={`work-grid work-grid-${layout}`}>
      {works.map((work, index) => (
        <li key={work.id} data-cornered={corner ? true : undefined}>
          <WorkCard
            work={work}
            level={2}
            eager={index < EAGER}
            rank={rankedBy ? index + 1 : undefined}
            figure={rankedBy}
          />
          {corner?.(work)}
        </li>
      ))}
    </List>
  )
}

/** The skeleton of the first page of works. */
export function WorkGridSkeleton({ layout = 'of-24', ranked }: { layout?: GridLayout; ranked?: boolean }) {
  return (
    <div className={`work-grid work-grid-${layout}`} role="status" aria-label="加载中">
      {SKELETONS.map((index) => (
        <WorkCardSkeleton key={index} ranked={ranked} />
      ))}
    </div>
  )
}
