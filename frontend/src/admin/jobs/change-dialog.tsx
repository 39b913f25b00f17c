import type { Job } from '@/shared/api/types.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { changeJobs, JOBS_KEY } from './api.ts'

export interface JobsChange {
  step: 'cancel' | 'delete'
  jobs: readonly Job[]
}

interface ChangeDialogProps extends JobsChange {
  onClose: () => void
}

/** Confirms cancelling a job, or deleting the records of ended ones. */
export function ChangeDialog({ step, jobs, onClose }: ChangeDialogProps) {
  const isCancel = step === 'cancel'
  const change = useAction({
    run: () => changeJobs(step, jobs),
    refresh: [JOBS_KEY],
    onDone: onClose,
    done: isCancel ? '任务会停下来' : '记录已清除',
  })
  return (
    <ConfirmDialog
      title={isCancel ? '取消任务?' : '清除记录?'}
      confirm={isCancel ? '取消任务' : '清除'}
      cancel="返回"
      open
      busy={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {isCancel ? cancelText(jobs[0]) : deleteText(jobs)}
    </ConfirmDialog>
  )
}

function cancelText(job: Job | undefined): string {
  if (job?.kind === 'import') return `“${job.name}”会停下来。已经写入的作品会保留，没有传完的文件会删除。`
  return `“${job?.name}”会停下来，作品回到之前的状态。之后可以重新运行。`
}

function deleteText(jobs: readonly Job[]): string {
  const [first] = jobs
  const what = jobs.length === 1 ? `“${first?.name}”的记录` : `这一页 ${jobs.length} 条已结束的记录`
  return `${what}会从列表中删除，导入留下的上传文件也会删除。作品和影片不变。`
}
