import { hashKey, type QueryKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { useRestoredPages } from '@/shared/api/use-restored-pages.ts'
import { LIST_FRESH_MS } from '@/shared/config/constants.ts'
import { useBelow } from '@/shared/lib/page-load.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { ListFooter } from '@/shared/ui/list-footer.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { Refreshable } from '@/shared/ui/refreshable.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import type { SortChoice } from '../work-filter/choices.ts'
import { ROOM, useFilters } from '../work-filter/use-filters.tsx'
import { fetchWorks, freshFor, unfilteredTotalOptions, type WorksFilter, worksListOptions } from './api.ts'
import { CorrectedNote } from './corrected-note.tsx'
import { useListDensity } from './density.ts'
import { DensitySwitch } from './density-switch.tsx'
import { FeedButton } from './feed-button.tsx'
import { figureOf } from './figure-of.ts'
import { ListTotal } from './list-total.tsx'
import { MagnetToggle } from './magnet-toggle.tsx'
import { PageJump, PagesBefore, pagesOf } from './page-jump.tsx'
import { useStartPage, useToFirstPage } from './page-param.ts'
import { RandomButton } from './random-button.tsx'
import { useMagnetSwitch, useSwitchInAddress } from './use-magnet-switch.ts'
import type { RankedBy } from './work-card.tsx'
import { WorkGrid, WorkGridSkeleton } from './work-grid.tsx'
import '@/shared/ui/icon-button.css'
import './works-list.css'

interface WorksListProps {
  /** Name of the list: its heading, unless it has another one, and that of its feed. */
  title: string
  /** What to list; the magnet switch is added here. */
  filter: Omit<WorksFilter, 'onlyMagnet'>
  /** Rendered left of the controls. */
  heading?: ReactNode
  /** The page has a sidebar: the filters need more room beside the list. */
  besideSidebar?: boolean
  /** More columns than other lists have. */
  wide?: boolean
  /** Shows rank and figure on each card. */
  rankedBy?: RankedBy
  /** Shown when nothing matches. */
  emptyText?: string
  /** Shown below that. */
  emptyHelp?: ReactNode
  /** Orders that visitors can choose, the usual one first; none where the page has its own orders and periods. */
  sorts?: readonly SortChoice[]
}

/** Orders of most lists. */
const LIST_SORTS: readonly SortChoice[] = ['new', 'score', 'saves', 'views', 'length']

/** Cards that fill the window of a phone. */
const FIRST_SCREEN = 8

/** {@link ROOM} beside a list that has a sidebar. */
const ROOM_BESIDE_SIDEBAR = 1700

/** A list of works with filters, magnet switch, refresh, paging and all states. */
export function WorksList(props: WorksListProps) {
  const { title, filter, heading = <h1>{title}</h1>, rankedBy, emptyText = '没有符合的影片', emptyHelp } = props
  const [onlyMagnet, switchMagnet] = useMagnetSwitch()
  const base = { ...filter, onlyMagnet, hidden: useHiddenTerms() }
  const density = useListDensity()
  const below = useBelow() || density !== 'loose'
  const roomFrom = props.besideSidebar ? ROOM_BESIDE_SIDEBAR : ROOM
  const filters = useFilters(base, { sorts: props.sorts ?? LIST_SORTS, roomFrom, onMagnet: switchMagnet })
  const figure = rankedBy ?? figureOf(filters.choices?.sort)
  const whole = { ...base, choices: filters.choices }
  const start = useStartPage()
  const options = worksListOptions(whole, start)
  const list = useInfiniteQuery({ ...options, staleTime: freshFor(LIST_FRESH_MS) })
  const client = useQueryClient()
  const toFirstPage = useToFirstPage()
  useFreshPages(options.queryKey, onlyMagnet, start > 1 ? toFirstPage : undefined)
  useSwitchInAddress()
  const restoring = useRestoredPages({
    queryKey: options.queryKey,
    dataUpdatedAt: list.dataUpdatedAt,
    fetchPage: (pageNum) => fetchWorks(whole, pageNum),
    start,
  })
  const withoutMagnet = useHiddenCount(whole, list.data?.total, below)
  const total = useKnownTotal(whole, list.data?.total)
  const pages = total === undefined ? undefined : pagesOf(total, filter.pageSize)
  async function refresh() {
    if (start > 1) toFirstPage()
    else await client.resetQueries({ queryKey: options.queryKey, exact: true })
  }

  return (
    <section className="works-list">
      <div className="works-list-bar">
        <div className="works-list-heading">
          {heading}
          <ListTotal
            total={total}
            kept={onlyMagnet && total !== 0 ? withoutMagnet : null}
            onShowAll={() => switchMagnet(false)}
          />
        </div>
        <div className="works-list-controls">
          <PageJump page={start} pages={pages} />
          <div className="works-list-actions">
            <FeedButton title={title} filter={whole} />
            <RandomButton filter={whole} disabled={list.data?.total === 0} />
            <button type="button" className="icon-button" aria-label="刷新" onClick={() => void refresh()}>
              <Icon of={RotateCw} />
            </button>
          </div>
          <div className="works-list-tools">
            <MagnetToggle only={onlyMagnet} onSwitch={switchMagnet} />
            {filters.button}
            <DensitySwitch />
          </div>
        </div>
      </div>
      {filters.chips}
      {filters.sheet}
      <div className={filters.column ? 'filter-beside' : undefined}>
        {filters.column?.(list)}
        <Refreshable onRefresh={refresh}>
          {start > 1 && list.data?.total !== 0 && <PagesBefore start={start} pages={pages} />}
          <QueryView
            query={list}
            fallback={<WorkGridSkeleton wide={props.wide} density={density} figured={figure !== undefined} />}
          >
            {({ works, total, corrected, leftOut, loaded }) =>
              works.length === 0 ? (
                <EmptyView
                  text={total > 0 ? `没有第 ${start} 页` : emptyText}
                  hint={emptyHint(base.onlyMagnet, withoutMagnet)}
                >
                  {filters.reset}
                  {emptyHelp}
                </EmptyView>
              ) : (
                <>
                  {corrected && <CorrectedNote keyword={filter.keyword} corrected={corrected} leftOut={leftOut} />}
                  <WorkGrid
                    works={below ? works : works.slice(0, FIRST_SCREEN)}
                    wide={props.wide}
                    density={density}
                    rankedBy={rankedBy}
                    figure={figure}
                    firstRank={(start - 1) * filter.pageSize + 1}
                    goesOn={list.hasNextPage}
                  />
                  {below && (
                    <ListFooter key={hashKey(options.queryKey)} list={list} paused={restoring}>
                      <PageJump label="从这里跳页" page={start + loaded - 1} pages={pages} />
                    </ListFooter>
                  )}
                </>
              )
            }
          </QueryView>
          {total === 0 && withoutMagnet !== undefined && withoutMagnet > 0 && (
            <HiddenWorks count={withoutMagnet} onShow={() => switchMagnet(false)} />
          )}
        </Refreshable>
      </div>
    </section>
  )
}

/**
 * Starts each new selection (tab, period, magnet switch, entry) at page 1 and at the top, but restores it on Back
 * (R2.3). The magnet switch makes no new entry in the history: it leaves the page that is there behind with `toFirstPage`.
 */
function useFreshPages(queryKey: QueryKey, onlyMagnet: boolean, toFirstPage: (() => void) | undefined) {
  const client = useQueryClient()
  const visit = useLocation().key
  const hash = hashKey(queryKey)
  const shown = useRef(hash)
  const visits = useRef(new Map<string, { hash: string; onlyMagnet: boolean }>())
  useEffect(() => {
    const before = visits.current.get(visit)
    visits.current.set(visit, { hash, onlyMagnet })
    if (shown.current === hash) return
    shown.current = hash
    if (before?.hash === hash) return
    if (before !== undefined && before.onlyMagnet !== onlyMagnet && toFirstPage) return toFirstPage()
    if (client.getQueryData(queryKey)) void client.resetQueries({ queryKey, exact: true })
    window.scrollTo(0, 0)
  }, [client, queryKey, hash, visit, onlyMagnet, toFirstPage])
}

/** The total of a list, also while another page of it loads: the form that asked for the page stays. */
function useKnownTotal(filter: WorksFilter, total: number | undefined): number | undefined {
  const list = hashKey([filter])
  const [known, setKnown] = useState({ list, total })
  if (total !== undefined && (known.list !== list || known.total !== total)) setKnown({ list, total })
  return total ?? (known.list === list ? known.total : undefined)
}

/** Number of works hidden by the magnet filter, asked for after the list; undefined without the filter and while loading. */
function useHiddenCount(filter: WorksFilter, total: number | undefined, below: boolean): number | undefined {
  const wanted = filter.onlyMagnet && total !== undefined && below
  const all = useQuery({ ...unfilteredTotalOptions(filter), enabled: wanted, staleTime: LIST_FRESH_MS })
  return wanted && all.data !== undefined ? all.data - total : undefined
}

function emptyHint(onlyMagnet: boolean, withoutMagnet: number | undefined): string | undefined {
  return onlyMagnet && withoutMagnet ? '当前只看有磁力的影片，未发行的影片不在其中。' : undefined
}

/** In place of an empty list: the number of hidden works with a button to include them. */
function HiddenWorks({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <p className="works-list-hidden">
      <span className="numeric">另有 {count} 部没有磁力</span>
      <Button round onClick={onShow}>
        显示全部
      </Button>
    </p>
  )
}
