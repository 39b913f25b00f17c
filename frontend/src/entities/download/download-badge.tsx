import type { OwnDownload } from '@/shared/api/types.ts'
import { Badge } from '@/shared/ui/badge.tsx'

const LABELS: Record<OwnDownload['status'], string> = { open: '处理中', done: '已完成', refused: '已拒绝' }

/** What became of a request; bright while that is news. */
export function DownloadBadge({ request: { status, unread } }: { request: OwnDownload }) {
  return <Badge tone={unread ? 'accent' : 'quiet'}>{LABELS[status]}</Badge>
}
