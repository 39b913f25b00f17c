import { Copy, Play, Star } from 'lucide'
import { type ReactNode, useId } from 'react'
import { nameLang, termName } from '@/entities/term/term-name.ts'
import { isUnreleased, releaseDay } from '@/entities/work/release.ts'
import { workToKeep } from '@/entities/work/work-to-keep.ts'
import { mediaUrl } from '@/shared/api/app-config.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import type { WorkDetail } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { detailRelationPath, RELATION_CHANNELS, type RelationKind } from '@/shared/config/paths.ts'
import { copyText } from '@/shared/lib/clipboard.ts'
import { useBelow } from '@/shared/lib/page-load.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { CoverViewer } from './cover-viewer.tsx'
import { EditWork } from './edit-work.tsx'
import { PlayStage } from './play-stage.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { RelatedWorks } from './related-works.tsx'
import { ReportWork } from './report-work.tsx'
import '@/shared/ui/chip.css'
import '@/shared/ui/icon-button.css'

interface DetailTabProps {
  detail: WorkDetail
  originalNames: boolean
}

/** Relations shown below 片商, if the work's channel has lists of them. */
const CENSORED_RELATIONS: readonly { kind: 'series' | 'label' | 'director' | 'item'; name: string }[] = [
  { kind: 'series', name: '系列' },
  { kind: 'label', name: '发行商' },
  { kind: 'director', name: '导演' },
  { kind: 'item', name: '相同系列' },
]

/** The tab 作品详情: the facts of a work, linked to its lists. */
export function DetailTab({ detail, originalNames }: DetailTabProps) {
  const work = detail.data
  const preview = useUrlDialog('preview')
  const below = useBelow()

  return (
    <>
      <div className="detail-info">
        <PlayStage work={workToKeep(detail)}>
          <CoverViewer work={work} />
          {work.mp4 !== '' && (
            <button
              type="button"
              className="chip detail-preview"
              aria-haspopup="dialog"
              onClick={() => preview.open('1')}
            >
              <Icon of={Play} size={16} />
              观看预览视频
            </button>
          )}
        </PlayStage>
        <div className="detail-facts">
          <p className="detail-full-title">{work.title}</p>
          <Facts detail={detail} originalNames={originalNames} />
          <ReportWork work={work} />
          <EditWork id={work.id} />
        </div>
        {detail.performer.length > 0 && <Cast detail={detail} originalNames={originalNames} />}
      </div>
      {below && <RelatedWorks detail={detail} originalNames={originalNames} />}
      <PreviewDialog work={work} open={preview.value !== null && work.mp4 !== ''} onClose={preview.close} />
    </>
  )
}

function Facts({ detail, originalNames }: DetailTabProps) {
  const work = detail.data
  const channel = channelOf(work.modId)
  const links = (kind: RelationKind, terms: readonly Schemas['Term'][] | undefined) => ({
    terms: terms ?? [],
    pathOf: (id: string) => detailRelationPath(kind, channel.name, id),
    originalNames,
  })

  return (
    <dl>
      <Fact name="番号">
        <span className="detail-number numeric">{work.number}</span>
        <button type="button" className="icon-button" aria-label="复制番号" onClick={() => void copyText(work.number)}>
          <Icon of={Copy} size={18} />
        </button>
        <Badge>{channel.label}</Badge>
        {isUnreleased(work) && <Badge tone="accent">未发行</Badge>}
      </Fact>
      <Fact name="发行时间">
        <time className="numeric" dateTime={releaseDay(work)}>
          {releaseDay(work)}
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
            <Icon of={Star} size={18} />
            <strong>{work.average}</strong>
            <span>{work.evaluates} 人评价</span>
          </span>
        </Fact>
      )}
      <TermFact name="片商" {...links('maker', detail.maker)} />
      {CENSORED_RELATIONS.filter(({ kind }) => RELATION_CHANNELS[kind].includes(channel.name)).map(({ kind, name }) => (
        <TermFact key={kind} name={name} {...links(kind, detail[kind])} />
      ))}
      <TermFact name="类别" {...links('tag', detail.tags)} />
    </dl>
  )
}

function Cast({ detail, originalNames }: DetailTabProps) {
  const titleId = useId()
  const channel = channelOf(detail.data.modId)
  return (
    <section className="detail-cast" aria-labelledby={titleId}>
      <h2 id={titleId}>演员表</h2>
      <ul>
        {detail.performer.map((performer) => (
          <li key={performer.id}>
            <CastLink
              performer={performer}
              to={detailRelationPath('performer', channel.name, performer.id)}
              originalNames={originalNames}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `terms` makes the row as high as its touch targets. */
function Fact({ name, terms, children }: { name: string; terms?: boolean; children: ReactNode }) {
  return (
    <div className={terms ? 'detail-fact detail-fact-terms' : 'detail-fact'}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface TermFactProps {
  name: string
  terms: readonly Schemas['Term'][]
  pathOf: (id: string) => string
  originalNames: boolean
}

/** Links to lists, opened in new windows (R3.6); nothing without terms. */
function TermFact({ name, terms, pathOf, originalNames }: TermFactProps) {
  if (terms.length === 0) return null
  return (
    <Fact name={name} terms>
      {terms.map((term) => {
        const shown = originalNames ? term.name : termName(term)
        return (
          <a
            key={term.id}
            href={pathOf(term.id)}
            target="_blank"
            rel="noopener"
            className="chip"
            lang={nameLang(shown)}
          >
            {shown}
          </a>
        )
      })}
    </Fact>
  )
}

interface CastLinkProps {
  performer: Schemas['Term']
  to: string
  originalNames: boolean
}

/** A performer with the original name, if it differs. */
function CastLink({ performer, to, originalNames }: CastLinkProps) {
  const name = originalNames ? performer.name : termName(performer)
  return (
    <a href={to} target="_blank" rel="noopener" className="cast">
      {performer.avatar ? (
        <img className="cast-mark" src={mediaUrl(performer.avatar)} alt="" loading="lazy" width={42} height={42} />
      ) : (
        <span className="cast-mark" aria-hidden="true">
          {Array.from(name)[0]}
        </span>
      )}
      <span className="cast-names">
        <span className="cast-name" lang={nameLang(name)}>
          {name}
        </span>
        {performer.name !== name && (
          <span className="cast-original" lang={nameLang(performer.name)}>
            {performer.name}
          </span>
        )}
      </span>
    </a>
  )
}
