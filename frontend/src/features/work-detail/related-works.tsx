import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useHiddenList, useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { termName } from '@/entities/term/term-name.ts'
import { type WorksFilter, worksListOptions } from '@/entities/work/api.ts'
import { useOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { WorkRow } from '@/entities/work/work-row.tsx'
import type { Schemas } from '@/shared/api/contract.ts'
import type { WorkDetail } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { detailRelationPath, latestPath, RELATION_CHANNELS, type RelationKind } from '@/shared/config/paths.ts'
import { useInSlices } from '@/shared/lib/use-in-slices.ts'
import { RelatedSkeleton } from './related-skeleton.tsx'
import { SimilarRow } from './similar-row.tsx'

/** With fewer relations, the channel's latest works fill the page. */
const RELATIONS_ENOUGH = 2

interface RelatedWorksProps {
  detail: WorkDetail
  originalNames: boolean
}

/** A row of related works, with the path of the full list. */
interface Row {
  label: string
  filter: Pick<WorksFilter, 'relation' | 'pageSize'>
  to: string
}

/** Rows of similar works and of those by the same performer, series or maker, and category (R3.13, R3.14). */
export function RelatedWorks({ detail, originalNames }: RelatedWorksProps) {
  const hidden = new Set(useHiddenList().map(({ id }) => id))
  return (
    <div className="related">
      <SimilarRow id={detail.data.id} />
      {rowsFor(detail, originalNames, hidden).map((row) => (
        <RelatedRow key={row.to} detail={detail} row={row} />
      ))}
    </div>
  )
}

function rowsFor(detail: WorkDetail, originalNames: boolean, hidden: ReadonlySet<string>): Row[] {
  const { name: channel, label } = channelOf(detail.data.modId)
  const first = (terms: readonly Schemas['Term'][]) => terms.find(({ id }) => !hidden.has(id))
  const series = RELATION_CHANNELS.series.includes(channel) ? first(detail.series) : undefined
  const candidates: { kind: RelationKind; term: Schemas['Term'] | undefined; name: string }[] = [
    { kind: 'performer', term: first(detail.performer), name: '同演员' },
    series
      ? { kind: 'series', term: series, name: '同系列' }
      : { kind: 'maker', term: first(detail.maker), name: '同片商' },
    { kind: 'tag', term: first(detail.tags), name: '同类别' },
  ]
  const rows = candidates.flatMap(({ kind, term, name }): Row[] => {
    if (!term) return []
    return [
      {
        label: `${name} · ${originalNames ? term.name : termName(term)}`,
        filter: { relation: { kind, id: term.id }, pageSize: PAGE_SIZE.relation },
        to: detailRelationPath(kind, channel, term.id),
      },
    ]
  })
  if (rows.length >= RELATIONS_ENOUGH) return rows
  return [...rows, { label: `${label}最新`, filter: { pageSize: PAGE_SIZE.homeRow }, to: latestPath(channel) }]
}

/** Renders nothing when the list is empty or fails: it is optional. */
function RelatedRow({ detail, row: { label, filter, to } }: { detail: WorkDetail; row: Row }) {
  const base = { onlyMagnet: useOnlyMagnet(), hidden: useHiddenTerms() }
  const headingId = useId()
  const { name: channel } = channelOf(detail.data.modId)
  const list = useInfiniteQuery(worksListOptions({ ...base, channel, sort: 'pubTime', ...filter }))
  const data = useInSlices(list.data)
  const works = data?.works.filter((work) => work.id !== detail.data.id) ?? []
  const isPending = list.isPending || (list.data && !data)
  if (!isPending && works.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <div className="related-head">
        <h2 id={headingId}>{label}</h2>
        <a href={to} target="_blank" rel="noopener" aria-label={`${label}，查看全部`}>
          查看全部
        </a>
      </div>
      {isPending ? <RelatedSkeleton /> : <WorkRow works={works} label={label} below />}
    </section>
  )
}
