import type { DownloadRequest } from '@/shared/api/types.ts'
import { ReasonDialog } from '../kit/reason-dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { DOWNLOADS_KEY, type DownloadDecision, decideDownload } from './api.ts'

const LABELS: Record<DownloadDecision, { title: string; confirm: string; text: string; done: string }> = {
  done: {
    title: '申请已完成?',
    confirm: '完成',
    text: '影片已经备好，申请结束。会员会看到结果和备注。',
    done: '申请已完成',
  },
  refused: {
    title: '拒绝申请?',
    confirm: '拒绝',
    text: '不会准备这部影片，申请结束。会员会看到结果和备注。',
    done: '申请已拒绝',
  },
}

interface DownloadDialogProps {
  request: DownloadRequest
  decision: DownloadDecision
  onClose: () => void
}

/** Confirms the decision about a request, with an optional note. */
export function DownloadDialog({ request, decision, onClose }: DownloadDialogProps) {
  const labels = LABELS[decision]
  const decide = useAction({
    run: (note: string) => decideDownload(request.id, decision, note),
    refresh: [DOWNLOADS_KEY],
    onDone: onClose,
    done: labels.done,
  })
  return (
    <ReasonDialog
      title={labels.title}
      text={`${request.userName} 申请的 ${request.number}：${labels.text}`}
      confirm={labels.confirm}
      required={false}
      busy={decide.isPending}
      onConfirm={decide.mutate}
      onClose={onClose}
    />
  )
}
