import { Download } from 'lucide'
import { Link } from 'react-router-dom'
import type { OwnDownload } from '@/shared/api/types.ts'
import { DOWNLOADS_PATH } from '@/shared/config/paths.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import '@/shared/ui/chip.css'

const ASKED: Record<OwnDownload['status'], string> = { open: '已申请', done: '已完成', refused: '已拒绝' }

interface DownloadButtonProps {
  /** The member's request with this link. */
  request: OwnDownload | undefined
  onAsk: () => void
}

/** Lets VIP members request a work that cannot be watched here; what was asked leads to the list of requests. */
export function DownloadButton({ request, onAsk }: DownloadButtonProps) {
  if (request) {
    return (
      <Link to={DOWNLOADS_PATH} className="chip magnet-copy magnet-ask" data-asked>
        {ASKED[request.status]}
      </Link>
    )
  }
  return (
    <button type="button" className="chip magnet-copy magnet-ask" aria-haspopup="dialog" onClick={onAsk}>
      <Icon of={Download} size={16} />
      离线下载
    </button>
  )
}
