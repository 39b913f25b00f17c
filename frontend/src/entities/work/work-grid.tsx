import type { Work } from '@/shared/api/types.ts'
import { WorkCard, WorkCardSkeleton } from './work-card.tsx'
import './work-grid.css'

/** Covers of the first screen load at once; the others near the screen. */
const EAGER = 6
const SKELETONS = Array.from({ length: 12 }, (_, index) => index)

/** How many columns: by the room there is, or the fixed steps of the sidebar pages (spec §2.4). */
export type GridLayout = 'auto' | 'steps' | 'steps-wide'

interface WorkGridProps {
  works: readonly Work[]
  layout?: GridLayout
  /** The order is a ranking: every card carries its place. */
  ranked?: boolean
}

/** A wall of works. */
export function WorkGrid({ works, layout = 'auto', ranked = false }: WorkGridProps) {
  const List = ranked ? 'ol' : 'ul'
  return (
    <List className={`work-grid work-grid-${layout}`}>
      {works.map((work, index) => (
        <li key={work.id}>
          <WorkCard work={work} level={2} eager={index < EAGER} rank={ranked ? index + 1 : undefined} />
        </li>
      ))}
    </List>
  )
}

/** The wall's boxes while the first page is on the way. */
export function WorkGridSkeleton({ layout = 'auto' }: { layout?: GridLayout }) {
  return (
    <div className={`work-grid work-grid-${layout}`} role="status" aria-label="加载中">
      {SKELETONS.map((index) => (
        <WorkCardSkeleton key={index} />
      ))}
    </div>
  )
}
