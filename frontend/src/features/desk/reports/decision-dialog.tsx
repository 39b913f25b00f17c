import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonName } from '@/entities/report/reasons.ts'
import type { DeskReport } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { DESK_KEY } from '../desk-key.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { type Decision, decideReport } from './api/desk-reports.ts'

const WORDS: Record<Decision, { title: string; confirm: string; text: string; done: string }> = {
  keep: { title: '保留作品?', confirm: '保留', text: '作品留在网站上，举报结束。', done: '已保留作品' },
  takedown: { title: '下架作品?', confirm: '下架', text: '作品会从全站消失，举报结束。', done: '作品已下架' },
}

interface DecisionDialogProps {
  report: DeskReport
  decision: Decision
  onClose: () => void
}

/** Asks once more before a report is decided, with room for a note. */
export function DecisionDialog({ report, decision, onClose }: DecisionDialogProps) {
  const client = useQueryClient()
  const words = WORDS[decision]
  const decide = useMutation({
    mutationFn: (note: string) => decideReport(report.id, decision, note),
    onSuccess: () => {
      onClose()
      toast(words.done, { kind: 'success' })
      void client.invalidateQueries({ queryKey: ['works'] })
    },
    onSettled: () => client.invalidateQueries({ queryKey: DESK_KEY }),
  })
  return (
    <ReasonDialog
      title={words.title}
      text={`${report.number}（${reasonName(report.reason)}）：${words.text}`}
      confirm={words.confirm}
      required={false}
      busy={decide.isPending}
      onConfirm={decide.mutate}
      onClose={onClose}
    />
  )
}
