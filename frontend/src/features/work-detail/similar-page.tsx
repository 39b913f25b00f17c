import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { type OwnFacets, similarOptions, workDetailOptions } from '@/entities/work/api.ts'
import { useListDensity } from '@/entities/work/density.ts'
import { DensitySwitch } from '@/entities/work/density-switch.tsx'
import { figureOf } from '@/entities/work/figure-of.ts'
import { MagnetToggle } from '@/entities/work/magnet-toggle.tsx'
import { useMagnetSwitch, useSwitchInAddress } from '@/entities/work/use-magnet-switch.ts'
import { WorkGrid, WorkGridSkeleton } from '@/entities/work/work-grid.tsx'
import { WORKS_KEY } from '@/entities/work/work-keys.ts'
import type { SortChoice } from '@/entities/work-filter/choices.ts'
import { ROOM, useFilters } from '@/entities/work-filter/use-filters.tsx'
import { isNotFound } from '@/shared/api/errors.ts'
import { apiGet } from '@/shared/api/http.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { isId, workPath } from '@/shared/config/paths.ts'
import { BackButton } from '@/shared/ui/back-button.tsx'
import { ListEnd } from '@/shared/ui/list-footer.tsx'
import { PageTitle } from '@/shared/ui/page-title.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { WaysOn } from '@/shared/ui/ways-on.tsx'
import '@/entities/work/works-list.css'

/** Orders of the similar works: the most alike first. */
const SORTS: readonly SortChoice[] = ['match', 'new', 'score', 'saves', 'views', 'length']

/** What filters leave of the works like another one. */
function similarFacets(id: string): OwnFacets {
  return {
    key: [...WORKS_KEY, 'similar', id],
    most: PAGE_SIZE.similar,
    facets: (query, signal) => apiGet('/v2/works/similar/{id}/facets', { path: { id }, query, signal }),
  }
}

/** There may be more of them than the page has: its filters count all works that share something. */
function totalText(shown: number): string {
  return shown < PAGE_SIZE.similar ? `${shown} 部` : `最相近的 ${shown} 部`
}

/** /similar/:id: the works that are most like one, with what they share (R3.14). */
export default function SimilarPage() {
  const { id = '' } = useParams()
  return isId(id) ? <SimilarWorks id={id} /> : <NoSuchWork />
}

function NoSuchWork() {
  return (
    <div className="page">
      <h1>相似影片</h1>
      <EmptyView text="没有这部影片" hint="可能已经下架，或者地址有误。">
        <WaysOn />
      </EmptyView>
    </div>
  )
}

function SimilarWorks({ id }: { id: string }) {
  const [onlyMagnet, switchMagnet] = useMagnetSwitch()
  useSwitchInAddress()
  const filter = { onlyMagnet, hidden: useHiddenTerms() }
  const density = useListDensity()
  const work = useQuery(workDetailOptions(id)).data?.data
  const base = { ...filter, own: similarFacets(id), channel: work && channelOf(work.modId).name }
  const filters = useFilters(
    { ...base, pageSize: PAGE_SIZE.similar },
    { sorts: SORTS, roomFrom: ROOM, onMagnet: switchMagnet },
  )
  const figure = figureOf(filters.choices?.sort)
  const list = useQuery(similarOptions(id, { ...filter, choices: filters.choices }, PAGE_SIZE.similar))
  if (isNotFound(list.error)) return <NoSuchWork />
  return (
    <section className="page works-list">
      {work && <PageTitle title={`与 ${work.number} 相似`} />}
      <div className="works-list-bar">
        <div className="works-list-heading">
          <BackButton otherwise="/index" />
          <h1>
            {work ? (
              <>
                与 <Link to={workPath(work)}>{work.number}</Link> 相似
              </>
            ) : (
              '相似影片'
            )}
          </h1>
          <span className="works-list-total numeric">{list.data && totalText(list.data.length)}</span>
        </div>
        <div className="works-list-tools">
          <MagnetToggle only={onlyMagnet} onSwitch={switchMagnet} />
          {filters.button}
          <DensitySwitch />
        </div>
      </div>
      {filters.chips}
      {filters.sheet}
      <div className={filters.column ? 'filter-beside' : undefined}>
        {filters.column?.(list)}
        {/* One column for the list, its end and a note that it is an old one. */}
        <div>
          <QueryView query={list} fallback={<WorkGridSkeleton density={density} figured={figure !== undefined} />}>
            {(works) =>
              works.length === 0 ? (
                <EmptyView text="没有相似的影片">{filters.reset}</EmptyView>
              ) : (
                <>
                  <WorkGrid works={works} density={density} figure={figure} />
                  <ListEnd />
                </>
              )
            }
          </QueryView>
        </div>
      </div>
    </section>
  )
}
