import type { Import } from '@/shared/api/types.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { cancelImport, IMPORTS_KEY } from './api.ts'
import { ending } from './import-labels.ts'
import { forgetUpload, uploadTask } from './upload-task.ts'

interface CancelDialogProps {
  row: Import
  onClose: () => void
  onDone: () => void
}

/** Confirms stopping an import, or giving up an upload or a failed import with its file. */
export function CancelDialog({ row, onClose, onDone }: CancelDialogProps) {
  const isStopped = ending(row) === '停止'
  const cancel = useAction({
    run: async () => {
      if (uploadTask()?.id === row.id) forgetUpload()
      await cancelImport(row.id)
    },
    refresh: [IMPORTS_KEY],
    onDone,
    done: isStopped ? '导入将在当前批次后停止' : '已放弃',
  })
  return (
    <ConfirmDialog
      title={isStopped ? '停止导入?' : '放弃导入?'}
      confirm={isStopped ? '停止' : '放弃'}
      open
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      {isStopped
        ? `“${row.name}”会在当前批次后停止。已经写入的作品会保留，之后可以从停下的地方继续。`
        : `“${row.name}”上传的文件会删除，不能恢复。已经写入的作品会保留。`}
    </ConfirmDialog>
  )
}
