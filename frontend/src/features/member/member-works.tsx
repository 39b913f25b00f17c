import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type OwnWorks, ownWorksOptions } from '@/entities/work/api.ts'
import type { CardCorner } from '@/entities/work/card-corner.ts'
import { useListDensity } from '@/entities/work/density.ts'
import { DensitySwitch } from '@/entities/work/density-switch.tsx'
import { figureOf } from '@/entities/work/figure-of.ts'
import { WorkGrid, WorkGridSkeleton } from '@/entities/work/work-grid.tsx'
import type { SortChoice } from '@/entities/work-filter/choices.ts'
import { ROOM, useFilters } from '@/entities/work-filter/use-filters.tsx'
import type { Work } from '@/shared/api/types.ts'
import { DIVIDER_FROM } from '@/shared/config/constants.ts'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { MoreDivider } from './more-divider.tsx'
import '@/entities/work/works-list.css'

/** Orders of lists that members fill themselves: their own first. */
const OWN_SORTS: readonly SortChoice[] = ['kept', 'new', 'score', 'saves', 'views', 'length']

interface MemberWorksProps {
  own: OwnWorks
  pageSize: number
  sorts?: readonly SortChoice[]
  /** Shown when there is nothing. */
  empty: ReactNode
  /** Rendered in the corner of a work's card. */
  corner?: CardCorner
  /** Called with what is shown when no filter leaves anything out. */
  onUnfiltered?: (works: readonly Work[]) => void
}

/** A member's list of works with its filters and all its states, page by page. */
export function MemberWorks({ own, pageSize, sorts = OWN_SORTS, empty, corner, onUnfiltered }: MemberWorksProps) {
  const density = useListDensity()
  const filters = useFilters({ own, pageSize, onlyMagnet: false }, { sorts, roomFrom: ROOM })
  const list = useInfiniteQuery(ownWorksOptions({ own, pageSize, choices: filters.choices }))
  const figure = figureOf(filters.choices?.sort)
  const whole = filters.choices === undefined ? list.data?.works : undefined
  useEffect(() => {
    if (whole) onUnfiltered?.(whole)
  }, [whole, onUnfiltered])
  if (list.data?.total === 0 && filters.choices === undefined) return empty
  return (
    <section className="works-list">
      <div className="works-list-bar works-list-bar-short">
        <div className="works-list-heading">
          <span className="works-list-total numeric">{list.data && `共 ${list.data.total} 部`}</span>
        </div>
        <div className="works-list-tools">
          {filters.button}
          <DensitySwitch />
        </div>
      </div>
      {filters.chips}
      {filters.sheet}
      <div className={filters.column ? 'filter-beside' : undefined}>
        {filters.column?.(list)}
        <div>
          <QueryView query={list} fallback={<WorkGridSkeleton density={density} figured={figure !== undefined} />}>
            {({ works, total }) =>
              works.length === 0 ? (
                <EmptyView text="没有符合的影片">{filters.reset}</EmptyView>
              ) : (
                <>
                  <WorkGrid works={works} density={density} figure={figure} corner={corner} />
                  {total >= DIVIDER_FROM && (
                    <MoreDivider
                      finished={!list.hasNextPage}
                      loading={list.isFetchingNextPage}
                      error={list.isFetchNextPageError ? list.error : null}
                      onMore={() => void list.fetchNextPage()}
                    />
                  )}
                </>
              )
            }
          </QueryView>
        </div>
      </div>
    </section>
  )
}
