import type { ShownWork } from '@/shared/api/types.ts'
import type { CardCorner } from './card-corner.ts'
import type { Density } from './density.ts'
import { type Figure, isRanked, type RankedBy, WorkCard, WorkCardSkeleton } from './work-card.tsx'
import './work-grid.css'

/** Number of covers to load at once. */
const EAGER = 6
/** A last row that they do not fill is left out. */
const SKELETONS = Array.from({ length: 24 }, (_, index) => index)

interface WorkGridProps {
  works: readonly ShownWork[]
  /** More columns than other lists (R2.16). */
  wide?: boolean
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
  const { works, wide, density, rankedBy, figure = rankedBy, firstRank = 1, goesOn, corner } = props
  const List = rankedBy ? 'ol' : 'ul'
  return (
    <List className={classOf(wide, density)} data-goes-on={goesOn || undefined}>
      {works.map((work, index) => (
        <li key={work.id} data-corner={corner?.place}>
          <WorkCard
            work={work}
            level={2}
            eager={index < EAGER}
            rank={rankedBy && isRanked(work, rankedBy) ? firstRank + index : undefined}
            figure={figure}
          />
          {corner?.of(work)}
        </li>
      ))}
    </List>
  )
}

function classOf(wide = false, density: Density = 'loose'): string {
  return `work-grid work-grid-${density}${wide ? ' work-grid-wide' : ''}`
}

interface SkeletonProps {
  wide?: boolean
  density?: Density
  /** The cards will show a figure. */
  figured?: boolean
}

/** Placeholder of the first page. */
export function WorkGridSkeleton({ wide, density, figured }: SkeletonProps) {
  return (
    <div className={classOf(wide, density)} data-goes-on="true" role="status" aria-label="加载中">
      {SKELETONS.map((index) => (
        <WorkCardSkeleton key={index} figured={figured} />
      ))}
    </div>
  )
}
