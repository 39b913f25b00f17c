import type { CodeBatch } from '@/shared/api/types.ts'
import { ReasonDialog } from '../kit/reason-dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { CODES_KEY, revokeBatch } from './api.ts'

interface RevokeDialogProps {
  batch: CodeBatch
  /** Number of unused codes. */
  unused: number
  onClose: () => void
}

/** Asks for a reason and revokes the unused codes of a batch. */
export function RevokeDialog({ batch, unused, onClose }: RevokeDialogProps) {
  const revoke = useAction({
    run: (reason: string) => revokeBatch(batch.batch, reason),
    refresh: [CODES_KEY],
    onDone: onClose,
    done: (revoked) => `已作废 ${revoked} 个激活码`,
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
