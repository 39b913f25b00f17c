import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askForDownload, DOWNLOADS_KEY } from '@/entities/download/api.ts'
import { MagnetName } from '@/entities/magnet/magnet-name.tsx'
import type { Magnet, Work } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { formatSize } from '@/shared/lib/format.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'

interface DownloadDialogProps {
  work: Work
  /** The link to be asked for; nothing while closed. */
  magnet: Magnet | undefined
  onClose: () => void
}

/** Says what 离线下载 is and what will happen, before it is sent. */
export default function DownloadDialog({ work, magnet, onClose }: DownloadDialogProps) {
  const client = useQueryClient()
  const ask = useMutation({
    mutationFn: (wanted: Magnet) => askForDownload(work.id, wanted),
    onSuccess: () => {
      onClose()
      toast('离线下载申请已提交，由管理员处理', { kind: 'success' })
    },
    // Also after an error: it may have been asked on another device.
    onSettled: () => client.invalidateQueries({ queryKey: DOWNLOADS_KEY }),
  })
  return (
    <ConfirmDialog
      title="申请离线下载"
      confirm="提交申请"
      open={magnet !== undefined}
      busy={ask.isPending}
      onConfirm={() => magnet && ask.mutate(magnet)}
      onClose={onClose}
    >
      {magnet && (
        <p>
          <MagnetName name={magnet.name} /> {formatSize(magnet.length)}
        </p>
      )}
      <p>管理员决定是否用这条链接把影片放到本站，供在线观看；不会下载到你的设备。</p>
      <p>处理进度和结果在“我的”的“离线下载”里，有结果时“我的”会有提示。</p>
    </ConfirmDialog>
  )
}
