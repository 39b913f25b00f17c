import type { ReactNode } from 'react'
import type { Work } from '@/shared/api/types.ts'
import { type RankedBy, WorkCard, WorkCardSkeleton } from './work-card.tsx'
import './work-grid.css'

/** Number of covers to load at once. */
const EAGER = 6
/** Fills whole rows with any number of columns. */
const SKELETONS = Array.from({ length: 24 }, (_, index) => index)

/**
 * Columns: for pages of 24 or 32 works, or the fixed steps of the sidebar pages (R2.16). Each page fills its last row.
 */
export type GridLayout = 'of-24' | 'of-32' | 'steps' | 'steps-wide'

interface WorkGridProps {
  works: readonly Work[]
  layout?: GridLayout
  /** Shows rank and figure on each card. */
  rankedBy?: RankedBy
  /** Rendered in the corner of a card. */
  corner?: (work: Work) => ReactNode
}

/** A grid of works. */
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

/** Placeholder of the first page. */
export function WorkGridSkeleton({ layout = 'of-24', ranked }: { layout?: GridLayout; ranked?: boolean }) {
  return (
    <div className={`work-grid work-grid-${layout}`} role="status" aria-label="加载中">
      {SKELETONS.map((index) => (
        <WorkCardSkeleton key={index} ranked={ranked} />
      ))}
    </div>
  )
}
