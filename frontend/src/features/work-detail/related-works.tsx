import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { termName } from '@/entities/term/term-name.ts'
import { worksListOptions } from '@/entities/work/api/works-list.ts'
import { useOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { WorkCardSkeleton } from '@/entities/work/work-card.tsx'
import { WorkRow } from '@/entities/work/work-row.tsx'
import type { Term, WorkDetail } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { detailRelationPath, RELATION_CHANNELS, type RelationKind } from '@/shared/config/paths.ts'

const SKELETONS = [0, 1, 2, 3, 4, 5]

interface RelatedWorksProps {
  detail: WorkDetail
  originalNames: boolean
}

/** Rows of works that share the first performer, and the series or else the maker, with this one. */
export function RelatedWorks({ detail, originalNames }: RelatedWorksProps) {
  const { name: channel } = channelOf(detail.data.modId)
  const series = RELATION_CHANNELS.series.includes(channel) ? detail.series[0] : undefined
  const rows: { kind: RelationKind; term: Term | undefined; label: string }[] = [
    { kind: 'performer', term: detail.performer[0], label: '同演员' },
    series
      ? { kind: 'series', term: series, label: '同系列' }
      : { kind: 'maker', term: detail.maker[0], label: '同片商' },
  ]
  return (
    <div className="related">
      {rows.map(
        ({ kind, term, label }) =>
          term && (
            <RelatedRow
              key={kind}
              detail={detail}
              relation={{ kind, id: term.id }}
              label={`${label} · ${originalNames ? term.name : termName(term)}`}
            />
          ),
      )}
    </div>
  )
}

interface RelatedRowProps {
  detail: WorkDetail
  relation: { kind: RelationKind; id: string }
  label: string
}

/** A side dish: it leaves without a word when there is nothing or loading fails. */
function RelatedRow({ detail, relation, label }: RelatedRowProps) {
  const onlyMagnet = useOnlyMagnet()
  const headingId = useId()
  const { name: channel } = channelOf(detail.data.modId)
  const list = useInfiniteQuery(
    worksListOptions({ channel, sort: 'pubTime', relation, onlyMagnet, pageSize: PAGE_SIZE.relation }),
  )
  const works = list.data?.works.filter((work) => work.id !== detail.data.id) ?? []
  if (!list.isPending && works.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <div className="related-head">
        <h2 id={headingId}>{label}</h2>
        <a
          href={detailRelationPath(relation.kind, channel, relation.id)}
          target="_blank"
          rel="noopener"
          aria-label={`${label}，查看全部`}
        >
          查看全部
        </a>
      </div>
      {list.isPending ? (
        <div className="work-row" aria-hidden="true">
          {SKELETONS.map((index) => (
            <WorkCardSkeleton key={index} />
          ))}
        </div>
      ) : (
        <WorkRow works={works} label={label} />
      )}
    </section>
  )
}
