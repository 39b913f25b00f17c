import { WorkCardSkeleton } from '@/entities/work/work-card.tsx'
import '@/entities/work/work-row.css'

const SKELETONS = [0, 1, 2, 3, 4, 5]

/** Placeholder of a row of works. */
export function RelatedSkeleton() {
  return (
    <div className="work-row" aria-hidden="true">
      {SKELETONS.map((index) => (
        <WorkCardSkeleton key={index} />
      ))}
    </div>
  )
}
