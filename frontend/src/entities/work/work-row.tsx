import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Work } from '@/shared/api/types.ts'
import { ErrorView } from '@/shared/ui/states.tsx'
import { type WorksFilter, worksListOptions } from './api/works-list.ts'
import { WorkCard, WorkCardSkeleton } from './work-card.tsx'
import './work-row.css'

const SKELETONS = [0, 1, 2, 3, 4, 5, 6, 7]

/** A row of works that scrolls sideways; the cut edge invites a swipe. */
export function WorkRow({ works, label, ranked = false }: { works: readonly Work[]; label: string; ranked?: boolean }) {
  return (
    <ul className="work-row" aria-label={label}>
      {works.map((work, index) => (
        <li key={work.id}>
          <WorkCard work={work} eager={index < 3} rank={ranked ? index + 1 : undefined} />
        </li>
      ))}
    </ul>
  )
}

interface LoadedWorkRowProps {
  filter: WorksFilter
  label: string
  ranked?: boolean
  /** Shown when there is nothing. */
  empty: ReactNode
}

/** A row that loads the first page of a list. */
export function LoadedWorkRow({ filter, label, ranked, empty }: LoadedWorkRowProps) {
  const list = useInfiniteQuery(worksListOptions(filter))
  if (list.isPending) {
    return (
      <div className="work-row" role="status" aria-label="加载中">
        {SKELETONS.map((index) => (
          <WorkCardSkeleton key={index} />
        ))}
      </div>
    )
  }
  if (list.isError) return <ErrorView error={list.error} onRetry={() => void list.refetch()} />
  return list.data.works.length > 0 ? <WorkRow works={list.data.works} label={label} ranked={ranked} /> : empty
}
