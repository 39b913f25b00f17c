import { Link } from 'react-router-dom'
import type { Work } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { workPath } from '@/shared/config/paths.ts'
import { dateOnly } from '@/shared/lib/format.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Cover } from '@/shared/ui/cover.tsx'
import { isUnreleased } from './release.ts'
import { coverTint } from './tint.ts'
import './work-card.css'

/** How many places of a ranking stand out. */
const LEADERS = 3

interface WorkCardProps {
  work: Work
  /** In the first row: its cover loads at once. */
  eager?: boolean
  /** Place in a ranking, from 1. */
  rank?: number
  /** Level of the title among the page's headings. */
  level?: 2 | 3
}

/** A work in a list: cover, channel, number, title and publish time; a real link to its page. */
export function WorkCard({ work, eager = false, rank, level = 3 }: WorkCardProps) {
  const Title = `h${level}` as const
  return (
    <article className="work-card">
      <Link to={workPath(work)} className="work-card-link">
        <span className="work-card-cover">
          <Cover path={work.picSmall} tint={coverTint(work)} fallback={work.number} eager={eager} />
          <span className="work-card-top">
            <Badge>{channelOf(work.modId).label}</Badge>
            {isUnreleased(work) && <Badge tone="accent">未发行</Badge>}
          </span>
          <span className="work-card-bottom numeric">
            {rank !== undefined && <Rank place={rank} />}
            <span>{work.duration > 0 && `${work.duration}分钟`}</span>
            <span className="work-card-online">{work.isOnline === 1 && '在线'}</span>
          </span>
        </span>
        <p className="work-card-meta numeric">
          <span className="work-card-number">{work.number}</span>
          <time dateTime={dateOnly(work.pubTime)}>{dateOnly(work.pubTime)}</time>
        </p>
        <Title className="work-card-title">{work.title}</Title>
      </Link>
    </article>
  )
}

/** A place in a ranking: large for the first three, quiet for the others. */
function Rank({ place }: { place: number }) {
  return (
    <span className={place <= LEADERS ? 'work-card-rank work-card-rank-large' : 'work-card-rank'}>
      <span aria-hidden="true">{place}</span>
      <span className="visually-hidden">第{place}名</span>
    </span>
  )
}

/** The card's box while its work is on the way. */
export function WorkCardSkeleton() {
  return (
    <div className="work-card" aria-hidden="true">
      <div className="work-card-cover skeleton work-card-skeleton-cover" />
      <p className="work-card-meta">
        <span className="skeleton work-card-skeleton-meta" />
      </p>
      <div className="work-card-title">
        <div className="skeleton work-card-skeleton-line" />
      </div>
    </div>
  )
}
