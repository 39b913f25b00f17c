import { reasonName } from '@/entities/report/reasons.ts'
import { WORKS_KEY } from '@/entities/work/work-keys.ts'
import type { Report } from '@/shared/api/types.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { ReasonDialog } from '../kit/reason-dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { type Decision, decideReport, decideReports } from './api.ts'

const LABELS: Record<Decision, { title: string; confirm: string; text: string; done: string }> = {
  keep: { title: '保留作品?', confirm: '保留', text: '作品留在网站上，举报结束。', done: '已保留作品' },
  takedown: { title: '下架作品?', confirm: '下架', text: '作品会从全站消失，举报结束。', done: '作品已下架' },
}

interface DecisionDialogProps {
  /** The reports to decide. */
  reports: readonly Report[]
  decision: Decision
  onClose: () => void
  onDone?: () => void
}

/** Confirms the decision about reports, with an optional note. */
export function DecisionDialog({ reports, decision, onClose, onDone }: DecisionDialogProps) {
  const labels = LABELS[decision]
  const ids = reports.map(({ id }) => id)
  const [only] = reports.length === 1 ? reports : []
  const decide = useAction({
    run: async (note: string) => {
      if (!only) return decideReports(ids, decision, note)
      await decideReport(only.id, decision, note)
      return 1
    },
    refresh: [ADMIN_KEY, WORKS_KEY],
    onDone: () => {
      onClose()
      onDone?.()
    },
    done: (decided) => (only ? labels.done : `已处理${decided}条举报`),
  })
  const what = only ? `${only.number}（${reasonName(only.reason)}）` : `选中的${reports.length}条举报`
  return (
    <ReasonDialog
      title={labels.title}
      text={`${what}：${labels.text}`}
      confirm={labels.confirm}
      required={false}
      busy={decide.isPending}
      onConfirm={decide.mutate}
      onClose={onClose}
    />
  )
}
