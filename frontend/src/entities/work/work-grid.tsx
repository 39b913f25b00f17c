import type { ShownWork } from '@/shared/api/types.ts'
import type { CardCorner } from './card-corner.ts'
import type { Density } from './density.ts'
import { type Figure, type RankedBy, WorkCard, WorkCardSkeleton } from './work-card.tsx'
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
  works: readonly ShownWork[]
  layout?: GridLayout
  density?: Density
  /** Shows rank and figure on each card. */
  rankedBy?: RankedBy
  /** Shows a figure on each card. */
  figure?: Figure
  /** Rank of the first work. */
  firstRank?: number
  /** More works are to come: an unfinished last row is held back, where pages do not fill their rows. */
  goesOn?: boolean
  /** Rendered in the corner of a card. */
  corner?: CardCorner
}

/** A grid of works. */
export function WorkGrid(props: WorkGridProps) {
  const { works, layout = 'of-24', density, rankedBy, figure = rankedBy, firstRank = 1, goesOn, corner } = props
  const List = rankedBy ? 'ol' : 'ul'
  return (
    <List className={classOf(layout, density)} data-goes-on={goesOn || undefined}>
      {works.map((work, index) => (
        <li key={work.id} data-corner={corner?.place}>
          <WorkCard
            work={work}
            level={2}
            eager={index < EAGER}
            rank={rankedBy ? firstRank + index : undefined}
            figure={figure}
          />
          {corner?.of(work)}
        </li>
      ))}
    </List>
  )
}

function classOf(layout: GridLayout, density: Density = 'loose'): string {
  return `work-grid work-grid-${layout} work-grid-${density}`
}

interface SkeletonProps {
  layout?: GridLayout
  density?: Density
  /** The cards will show a figure. */
  figured?: boolean
}

/** Placeholder of the first page. */
export function WorkGridSkeleton({ layout = 'of-24', density, figured }: SkeletonProps) {
  return (
    <div className={classOf(layout, density)} role="status" aria-label="加载中">
      {SKELETONS.map((index) => (
        <WorkCardSkeleton key={index} figured={figured} />
      ))}
    </div>
  )
}
