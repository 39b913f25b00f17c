import { Link } from 'react-router-dom'
import type { Work } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { workPath } from '@/shared/config/paths.ts'
import { dateOnly } from '@/shared/lib/format.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Cover } from '@/shared/ui/cover.tsx'
import { isUnreleased } from './release.ts'
import './work-card.css'

interface WorkCardProps {
  work: Work
  /** In the first row: its cover loads at once. */
  eager?: boolean
  /** Place in a ranking, from 1. */
  rank?: number
}

/** A work in a list: cover, channel, number, title and publish time; a real link to its page. */
export function WorkCard({ work, eager = false, rank }: WorkCardProps) {
  return (
    <article className="work-card">
      <Link to={workPath(work)} className="work-card-link">
        <span className="work-card-cover">
          <Cover path={work.picSmall} tint={work.tint} fallback={work.number} eager={eager} />
          <span className="work-card-top">
            <Badge>{channelOf(work.modId).label}</Badge>
            {isUnreleased(work) && <Badge tone="accent">未发行</Badge>}
          </span>
          <span className="work-card-bottom numeric">
            <span>{work.duration > 0 && `${work.duration}分钟`}</span>
            <span>{work.isOnline === 1 && '在线'}</span>
          </span>
          {rank !== undefined && <span className="work-card-rank numeric">{rank}</span>}
        </span>
        <p className="work-card-meta numeric">
          <span className="work-card-number">{work.number}</span>
          <time dateTime={dateOnly(work.pubTime)}>{dateOnly(work.pubTime)}</time>
        </p>
        <h3 className="work-card-title">{work.title}</h3>
      </Link>
    </article>
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
