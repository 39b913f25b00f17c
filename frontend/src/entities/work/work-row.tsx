import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Work } from '@/shared/api/types.ts'
import { StaleNote } from '@/shared/ui/query-view.tsx'
import { ErrorView } from '@/shared/ui/states.tsx'
import { type WorksFilter, worksListOptions } from './api/works-list.ts'
import { WorkCard, WorkCardSkeleton } from './work-card.tsx'
import './work-row.css'

/** Covers in sight at the row's start. */
const EAGER = 3
const SKELETONS = [0, 1, 2, 3, 4, 5, 6, 7]

interface WorkRowProps {
  works: readonly Work[]
  label: string
  /** The order is a ranking: every card carries its place. */
  ranked?: boolean
  /** Stands below the first screen: its covers wait until they are near. */
  below?: boolean
}

/** A row of works that scrolls sideways; the cut edge invites a swipe. */
export function WorkRow({ works, label, ranked = false, below = false }: WorkRowProps) {
  const List = ranked ? 'ol' : 'ul'
  return (
    <List className="work-row" aria-label={label}>
      {works.map((work, index) => (
        <li key={work.id}>
          <WorkCard work={work} eager={!below && index < EAGER} rank={ranked ? index + 1 : undefined} />
        </li>
      ))}
    </List>
  )
}

interface LoadedWorkRowProps {
  filter: WorksFilter
  label: string
  ranked?: boolean
  below?: boolean
  /** Shown when there is nothing. */
  empty: ReactNode
}

/** A row that loads the first page of a list. */
export function LoadedWorkRow({ filter, label, ranked, below, empty }: LoadedWorkRowProps) {
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
  if (!list.data) return <ErrorView error={list.error} onRetry={() => void list.refetch()} />
  if (list.data.works.length === 0) return empty
  return (
    <>
      {list.isRefetchError && <StaleNote onRetry={() => void list.refetch()} />}
      <WorkRow works={list.data.works} label={label} ranked={ranked} below={below} />
    </>
  )
}
