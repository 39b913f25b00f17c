import { Link } from 'react-router-dom'
import { DownloadBadge } from '@/entities/download/download-badge.tsx'
import type { OwnDownload } from '@/shared/api/types.ts'
import { workPath } from '@/shared/config/paths.ts'
import { Cover } from '@/shared/ui/cover.tsx'
import './download-row.css'

/** A request: its work, its days, what became of it and why. */
export function DownloadRow({ request }: { request: OwnDownload }) {
  const { work, createTime, decideTime, note } = request
  return (
    <article className="download-row" aria-label={`${work.number} ${work.title}`}>
      <Link to={workPath(work)} className="download-row-work">
        <span className="download-row-cover">
          <Cover path={work.picSmall} tint={work.tint} fallback={work.number} />
        </span>
        <span className="download-row-name">
          <span className="numeric">{work.number}</span> {work.title}
        </span>
      </Link>
      <p className="download-row-facts numeric">
        <DownloadBadge request={request} />
        <span>{`申请于 ${createTime}`}</span>
        {decideTime && <span>{`处理于 ${decideTime}`}</span>}
      </p>
      {note && <p className="download-row-note">{`管理员：${note}`}</p>}
    </article>
  )
}

export function DownloadRowSkeleton() {
  return <div className="download-row download-row-skeleton skeleton" />
}
