import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { WorkGrid, WorkGridSkeleton } from '@/entities/work/work-grid.tsx'
import type { Work } from '@/shared/api/types.ts'
import { DIVIDER_FROM } from '@/shared/config/constants.ts'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { MoreDivider } from './more-divider.tsx'

interface MemberWorksProps {
  list: UseInfiniteQueryResult<{ works: Work[]; total: number }>
  /** Shown when there is nothing. */
  empty: ReactNode
  /** Rendered in the corner of a card. */
  corner?: (work: Work) => ReactNode
}

/** A member's list of works with all its states, page by page. */
export function MemberWorks({ list, empty, corner }: MemberWorksProps) {
  return (
    <QueryView query={list} fallback={<WorkGridSkeleton />}>
      {({ works, total }) =>
        works.length === 0 ? (
          empty
        ) : (
          <>
            <WorkGrid works={works} corner={corner} />
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
  )
}
