import { type CSSProperties, type ReactNode, useState } from 'react'
import { termName } from '@/entities/term/term-name.ts'
import { isUnreleased } from '@/entities/work/release.ts'
import type { Term, WorkDetail } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { detailRelationPath, type RelationKind } from '@/shared/config/paths.ts'
import { copyText } from '@/shared/lib/clipboard.ts'
import { dateOnly } from '@/shared/lib/format.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Cover } from '@/shared/ui/cover.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { PreviewDialog } from './preview-dialog.tsx'

interface DetailTabProps {
  detail: WorkDetail
  originalNames: boolean
}

/** The tab 作品详情: everything known about a work, with links to the lists it is in. */
export function DetailTab({ detail, originalNames }: DetailTabProps) {
  const work = detail.data
  const channel = channelOf(work.modId)
  const [previewing, setPreviewing] = useState(false)
  const links = (kind: RelationKind, terms: readonly Term[] | undefined) => (
    <TermLinks
      terms={terms ?? []}
      address={(id) => detailRelationPath(kind, channel.name, id)}
      originalNames={originalNames}
    />
  )

  return (
    <div className="detail-info" style={{ '--tint': work.tint } as CSSProperties}>
      <div className="detail-cover">
        <Cover path={work.picBig} tint={work.tint} fallback={work.number} alt={work.title} size="big" eager />
        {work.mp4 !== '' && (
          <button type="button" className="chip detail-preview" onClick={() => setPreviewing(true)}>
            <Icon name="play" size={16} />
            观看预览视频
          </button>
        )}
      </div>
      <dl className="detail-facts">
        <Fact name="番号">
          <span className="detail-number numeric">{work.number}</span>
          <button
            type="button"
            className="icon-button"
            aria-label="复制番号"
            onClick={() => void copyText(work.number)}
          >
            <Icon name="copy" size={18} />
          </button>
          <Badge>{channel.label}</Badge>
          {isUnreleased(work) && <Badge tone="accent">未发行</Badge>}
        </Fact>
        <Fact name="发行时间">
          <time className="numeric" dateTime={dateOnly(work.pubTime)}>
            {dateOnly(work.pubTime)}
          </time>
        </Fact>
        {work.duration > 0 && (
          <Fact name="时长">
            <span className="numeric">{work.duration} 分钟</span>
          </Fact>
        )}
        {work.average > 0 && (
          <Fact name="评分">
            <span className="detail-rating numeric">
              <Icon name="star" size={18} />
              <strong>{work.average}</strong>
              <span>{work.evaluates} 人评价</span>
            </span>
          </Fact>
        )}
        {hasAny(detail.maker) && <Fact name="片商">{links('maker', detail.maker)}</Fact>}
        {channel.name === 'censored' && hasAny(detail.series) && (
          <Fact name="系列">{links('series', detail.series)}</Fact>
        )}
        {hasAny(detail.tags) && <Fact name="类别">{links('tag', detail.tags)}</Fact>}
        {hasAny(detail.performer) && <Fact name="演员表">{links('performer', detail.performer)}</Fact>}
      </dl>
      <PreviewDialog work={work} open={previewing} onClose={() => setPreviewing(false)} />
    </div>
  )
}

function hasAny(terms: readonly Term[] | undefined): boolean {
  return terms !== undefined && terms.length > 0
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="detail-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface TermLinksProps {
  terms: readonly Term[]
  address: (id: string) => string
  originalNames: boolean
}

/** Links to lists, each in a new window (spec §2.5). */
function TermLinks({ terms, address, originalNames }: TermLinksProps) {
  return terms.map((term) => (
    <a key={term.id} href={address(term.id)} target="_blank" rel="noopener" className="chip">
      {originalNames ? term.name : termName(term)}
    </a>
  ))
}
