import type { AdminWork } from '@/shared/api/types.ts'
import { ReasonDialog } from '../kit/reason-dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { mergeWorks, SHOWN_WORKS, setVisibility, type VisibilityAction } from './api.ts'
import { isWaiting } from './works-columns.tsx'

const LABELS: Record<VisibilityAction, { title: string; text: string; done: string }> = {
  hide: { title: '隐藏作品?', text: '作品会从列表、搜索和收藏中消失，可以随时恢复。', done: '作品已隐藏' },
  restore: { title: '恢复作品?', text: '作品会重新出现在列表和搜索中。', done: '作品已恢复' },
  takedown: {
    title: '下架作品?',
    text: '作品会从全站消失，再次导入也不会出现，直到恢复。',
    done: '作品已下架',
  },
  unmerge: {
    title: '撤销合并?',
    text: '移到另一部作品的收藏、喜欢和磁力链接会移回来，之后删掉的除外。合并后30天内可以撤销。',
    done: '已撤销合并',
  },
}
const PUBLISH = { title: '发布作品?', text: '作品会马上出现在列表和搜索中。', done: '作品已发布' }
const CONFIRM: Record<VisibilityAction, string> = {
  hide: '隐藏',
  restore: '恢复',
  takedown: '下架',
  unmerge: '撤销合并',
}

interface VisibilityDialogProps {
  work: AdminWork
  action: VisibilityAction
  onClose: () => void
}

/** Asks for a reason and hides, restores or takes down a work. */
export function VisibilityDialog({ work, action, onClose }: VisibilityDialogProps) {
  const isDraft = action === 'restore' && isWaiting(work)
  const labels = isDraft ? PUBLISH : LABELS[action]
  const change = useAction({
    run: (reason: string) =>
      action === 'unmerge' ? mergeWorks({ id: work.id, reason }) : setVisibility(action, work.id, reason),
    refresh: SHOWN_WORKS,
    onDone: onClose,
    done: labels.done,
  })
  return (
    <ReasonDialog
      title={labels.title}
      text={`${work.number}《${work.title}》：${labels.text}`}
      confirm={isDraft ? '发布' : CONFIRM[action]}
      required
      busy={change.isPending}
      onConfirm={change.mutate}
      onClose={onClose}
    />
  )
}
