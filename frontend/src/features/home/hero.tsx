import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { releaseDay } from '@/entities/work/release.ts'
import { coverTint } from '@/entities/work/tint.ts'
import { mediaSet, mediaUrl } from '@/shared/api/app-config.ts'
import type { Work } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { workPath } from '@/shared/config/paths.ts'
import { COVER_SIZES, Cover } from '@/shared/ui/cover.tsx'
import './hero.css'

/** A work, large, on a background of its colour; with its rank, if it has one. */
export function Hero({ work, rank }: { work: Work; rank?: number }) {
  return (
    <Link to={workPath(work)} className="hero" style={{ '--tint': coverTint(work) } as CSSProperties}>
      {work.picBig && (
        <span className="hero-ground">
          <img
            src={mediaUrl(work.picBig)}
            srcSet={mediaSet(work.picBig)}
            sizes={COVER_SIZES.big}
            alt=""
            decoding="async"
          />
        </span>
      )}
      <Cover path={work.picBig} tint={coverTint(work)} fallback={work.number} size="big" eager />
      <span className="hero-text">
        <span className="hero-kicker numeric">
          {rank === undefined ? '本月发行' : `本月收藏第 ${rank} · ${work.collects} 收藏`}
        </span>
        <span className="hero-title">{work.title}</span>
        <span className="hero-meta numeric">
          {channelOf(work.modId).label} · {work.number} · {releaseDay(work)}
        </span>
      </span>
    </Link>
  )
}

export function HeroSkeleton() {
  return <div className="hero skeleton" aria-hidden="true" />
}
