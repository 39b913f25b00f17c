import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide'
import { askForDownload } from '@/entities/magnet/api.ts'
import type { Magnet } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import '@/shared/ui/chip.css'

/** Lets VIP members request a work that cannot be watched here; operators decide. */
export function DownloadButton({ workId, magnet }: { workId: string; magnet: Magnet }) {
  const ask = useMutation({
    mutationFn: () => askForDownload(workId, magnet),
    onSuccess: () => toast('离线下载申请已提交，由管理员处理', { kind: 'success' }),
  })
  const isIdle = !ask.isPending && !ask.isSuccess
  return (
    <button
      type="button"
      className="chip magnet-copy magnet-ask"
      aria-disabled={!isIdle || undefined}
      onClick={() => isIdle && ask.mutate()}
    >
      <Icon of={Download} size={16} />
      {ask.isSuccess ? '已申请' : '离线下载'}
    </button>
  )
}
