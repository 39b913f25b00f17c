import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CodeBatch } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { ReasonDialog } from '../kit/reason-dialog.tsx'
import { CODES_KEY, revokeBatch } from './api.ts'

interface RevokeDialogProps {
  batch: CodeBatch
  /** How many nobody has used. */
  unused: number
  onClose: () => void
}

/** Asks why what is unused of a batch is revoked. */
export function RevokeDialog({ batch, unused, onClose }: RevokeDialogProps) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: (reason: string) => revokeBatch(batch.batch, reason),
    onSuccess: (revoked) => {
      onClose()
      toast(`已作废 ${revoked} 个激活码`, { kind: 'success' })
    },
    onSettled: () => client.invalidateQueries({ queryKey: CODES_KEY }),
  })
  return (
    <ReasonDialog
      title="作废激活码?"
      text={`批次 ${batch.batch} 里 ${unused} 个没用过的激活码不能再用，也不能恢复；用过的不受影响。`}
      confirm="作废"
      required
      busy={revoke.isPending}
      onConfirm={revoke.mutate}
      onClose={onClose}
    />
  )
}
