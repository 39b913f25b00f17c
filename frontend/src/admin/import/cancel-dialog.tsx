import type { Import } from '@/shared/api/types.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { cancelImport, IMPORTS_KEY } from './api.ts'
import { forgetUpload, uploadTask } from './upload-task.ts'

interface CancelDialogProps {
  row: Import
  onClose: () => void
  onDone: () => void
}

/** Confirms stopping an import or discarding an upload. */
export function CancelDialog({ row, onClose, onDone }: CancelDialogProps) {
  const isUpload = row.state === 'receiving'
  const cancel = useAction({
    run: async () => {
      if (uploadTask()?.id === row.id) forgetUpload()
      await cancelImport(row.id)
    },
    refresh: [IMPORTS_KEY],
    onDone,
    done: isUpload ? '已放弃上传' : '导入将在当前批次后停止',
  })
  return (
    <ConfirmDialog
      title={isUpload ? '放弃上传?' : '停止导入?'}
      confirm={isUpload ? '放弃' : '停止'}
      open
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      {isUpload
        ? `“${row.name}”已上传的部分会删除。`
        : `“${row.name}”会在当前批次后停止。已经写入的作品会保留，之后可以从停下的地方继续。`}
    </ConfirmDialog>
  )
}
