import { Magnet, Star } from 'lucide'
import { Link } from 'react-router-dom'
import type { ShownWork, Work } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { workPath } from '@/shared/config/paths.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Cover } from '@/shared/ui/cover.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { Marked } from '@/shared/ui/marked.tsx'
import { useCoverMorph } from './cover-morph.ts'
import type { FilmPosition } from './film-positions.ts'
import { useOnlyMagnet } from './magnet-switch.ts'
import { isUnreleased } from './release.ts'
import { coverTint } from './tint.ts'
import { MatchedDate, MatchedNumber, MatchedTerm, SharedTerms } from './work-match.tsx'
import './work-card.css'

/** Number of highlighted ranks. */
const LEADERS = 3

interface WorkCardProps {
  work: ShownWork
  /** Loads the cover at once: the card is in the first row. */
  eager?: boolean
  /** Rank, from 1. */
  rank?: number
  /** What the list goes by. */
  figure?: Figure
  /** Where its film was left. */
  position?: FilmPosition
  /** Heading level of the title. */
  level?: 2 | 3
}

/** What a ranking goes by. */
export type RankedBy = 'collects' | 'average' | 'evaluates'

/** What any list may go by. */
export type Figure = RankedBy | 'views'

/** A work in a list: cover, channel, number, title and date, linked to its page. */
export function WorkCard({ work, eager = false, rank, figure, position, level = 3 }: WorkCardProps) {
  const Title = `h${level}` as const
  const onlyMagnet = useOnlyMagnet()
  const onOpen = useCoverMorph(work)
  return (
    <article className="work-card">
      <Link to={workPath(work)} className="work-card-link" onClick={onOpen}>
        <p className="work-card-meta numeric">
          <span className="work-card-number">
            <MatchedNumber work={work} />
          </span>
          <MatchedDate work={work} />
        </p>
        {figure && <FigureLine work={work} by={figure} />}
        <Title className="work-card-title">
          <Marked text={work.title} parts={work.match?.title ?? []} />
        </Title>
        <MatchedTerm work={work} />
        <SharedTerms terms={work.shared} />
        {/* Shown first, read last: the name of the link begins with the work's own. */}
        <span className="work-card-cover">
          <Cover path={work.picSmall} tint={coverTint(work)} fallback={work.number} eager={eager} />
          <span className="work-card-top">
            <Badge>{channelOf(work.modId).label}</Badge>
            {isUnreleased(work) && <Badge tone="accent">未发行</Badge>}
          </span>
          {position && (
            <span className="work-card-progress" aria-hidden="true">
              <span style={{ width: `${(position.seconds / position.duration) * 100}%` }} />
            </span>
          )}
          <span className="work-card-bottom numeric">
            {rank !== undefined && <Rank place={rank} />}
            <span>{position ? `剩${minutesLeft(position)}分钟` : work.duration > 0 && `${work.duration}分钟`}</span>
            <span className="work-card-marks">
              {work.isOnline === 1 && <span>在线</span>}
              {!onlyMagnet && work.isDht === 1 && (
                <span>
                  <Icon of={Magnet} size={14} />
                  <span className="visually-hidden">有磁力</span>
                </span>
              )}
            </span>
          </span>
        </span>
      </Link>
    </article>
  )
}

function minutesLeft({ seconds, duration }: FilmPosition): number {
  return Math.ceil((duration - seconds) / 60)
}

/** Whether anybody has collected or rated a work: others have no place in a ranking (R2.7). */
export function isRanked(work: Work, by: RankedBy): boolean {
  return by === 'collects' ? (work.collects ?? 0) > 0 : work.evaluates > 0
}

/** The figure of a work that its list goes by. */
function FigureLine({ work, by }: { work: Work; by: Figure }) {
  if (by === 'views') return <p className="work-card-figure numeric">{work.views ?? 0} 次浏览</p>
  if (by === 'collects') return <p className="work-card-figure numeric">{work.collects ?? 0} 收藏</p>
  if (by === 'evaluates') return <p className="work-card-figure numeric">{work.evaluates} 条评价</p>
  return (
    <p className="work-card-figure numeric">
      <Icon of={Star} size={14} />
      <strong>{work.average}</strong> {work.evaluates} 人评价
    </p>
  )
}

/** A rank; the first three stand out. */
function Rank({ place }: { place: number }) {
  return (
    <span className={place <= LEADERS ? 'work-card-rank work-card-rank-large' : 'work-card-rank'}>
      <span aria-hidden="true">{place}</span>
      <span className="visually-hidden">第{place}名</span>
    </span>
  )
}

export function WorkCardSkeleton({ figured = false }: { figured?: boolean }) {
  return (
    <div className="work-card" aria-hidden="true">
      <div className="work-card-cover skeleton work-card-skeleton-cover" />
      <p className="work-card-meta">
        <span className="skeleton work-card-skeleton-meta" />
      </p>
      {figured && (
        <p className="work-card-figure">
          <span className="skeleton work-card-skeleton-meta" />
        </p>
      )}
      <div className="work-card-title">
        <div className="skeleton work-card-skeleton-line" />
      </div>
    </div>
  )
}
