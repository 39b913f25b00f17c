import { hashKey, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { LIST_FRESH_MS } from '@/shared/config/constants.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { ListFooter } from '@/shared/ui/list-footer.tsx'
import { Refreshable } from '@/shared/ui/refreshable.tsx'
import { EmptyView, ErrorView } from '@/shared/ui/states.tsx'
import { type WorksFilter, worksListOptions } from './api/works-list.ts'
import { setOnlyMagnet, useOnlyMagnet } from './magnet-switch.ts'
import { MagnetToggle } from './magnet-toggle.tsx'
import { type GridLayout, WorkGrid, WorkGridSkeleton } from './work-grid.tsx'
import './works-list.css'

interface WorksListProps {
  /** What to list; the magnet switch is added here. */
  filter: Omit<WorksFilter, 'onlyMagnet'>
  /** Stands left of the list's controls. */
  heading?: ReactNode
  layout?: GridLayout
  /** The order is a ranking: every card carries its place. */
  ranked?: boolean
  /** Said when nothing matches. */
  emptyText?: string
}

/** A list of works with everything around it: magnet switch, refresh, skeleton, empty, failure, load more, end. */
export function WorksList({ filter, heading, layout, ranked, emptyText = '没有符合的影片' }: WorksListProps) {
  const onlyMagnet = useOnlyMagnet()
  const options = worksListOptions({ ...filter, onlyMagnet })
  const list = useInfiniteQuery({ ...options, staleTime: LIST_FRESH_MS })
  const client = useQueryClient()
  useFreshPages(options.queryKey)
  const refresh = () => client.resetQueries({ queryKey: options.queryKey, exact: true })

  return (
    <section className="works-list">
      <div className="works-list-bar">
        <div className="works-list-heading">
          {heading}
          {list.data && <span className="works-list-total numeric">共 {list.data.total} 部</span>}
        </div>
        <MagnetToggle />
        <button type="button" className="icon-button" aria-label="刷新" onClick={() => void refresh()}>
          <Icon name="refresh" />
        </button>
      </div>
      <Refreshable onRefresh={refresh}>
        {list.isPending && <WorkGridSkeleton layout={layout} />}
        {list.isError && !list.data && <ErrorView error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.works.length === 0 && <EmptyList text={emptyText} onlyMagnet={onlyMagnet} />}
        {list.data && list.data.works.length > 0 && (
          <>
            <WorkGrid works={list.data.works} layout={layout} ranked={ranked} />
            <ListFooter
              finished={!list.hasNextPage}
              loading={list.isFetchingNextPage}
              error={list.isFetchNextPageError ? list.error : null}
              onMore={() => void list.fetchNextPage()}
            />
          </>
        )}
      </Refreshable>
    </section>
  )
}

/**
 * Starts every new choice (tab, period, magnet switch, entry) from page 1 at the top (spec §4), but leaves it as it was
 * when one comes back to it through the browser's history.
 */
function useFreshPages(queryKey: QueryKey) {
  const client = useQueryClient()
  const visit = useLocation().key
  const hash = hashKey(queryKey)
  const shown = useRef(hash)
  const visits = useRef(new Map<string, string>())
  useEffect(() => {
    const isReturn = visits.current.get(visit) === hash
    visits.current.set(visit, hash)
    if (shown.current === hash) return
    shown.current = hash
    if (isReturn) return
    if (client.getQueryData(queryKey)) void client.resetQueries({ queryKey, exact: true })
    window.scrollTo(0, 0)
  }, [client, queryKey, hash, visit])
}

function EmptyList({ text, onlyMagnet }: { text: string; onlyMagnet: boolean }) {
  if (!onlyMagnet) return <EmptyView text={text} />
  return (
    <EmptyView text={text} hint="当前只看有磁力的影片，未发行的影片不在其中。">
      <Button round onClick={() => setOnlyMagnet(false)}>
        显示全部
      </Button>
    </EmptyView>
  )
}
