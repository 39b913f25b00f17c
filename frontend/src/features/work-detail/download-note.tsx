import { Link } from 'react-router-dom'
import { DownloadBadge } from '@/entities/download/download-badge.tsx'
import type { OwnDownload } from '@/shared/api/types.ts'
import { DOWNLOADS_PATH } from '@/shared/config/paths.ts'
import { dateOnly } from '@/shared/lib/format.ts'

/** Above the links: that the member has asked for this work, when, and what became of it. */
export function DownloadNote({ request }: { request: OwnDownload }) {
  const day = dateOnly(request.createTime)
  return (
    <p className="magnets-asked">
      <DownloadBadge request={request} />
      <span className="numeric">
        <time dateTime={day}>{day}</time> 已申请离线下载
      </span>
      {request.note && <span>{`管理员：${request.note}`}</span>}
      <Link to={DOWNLOADS_PATH} className="text-link">
        我的申请
      </Link>
    </p>
  )
}
