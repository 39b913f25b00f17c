import type { Schemas } from '@/shared/api/contract.ts'
import { ReasonDialog } from '../kit/reason-dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { CODES_KEY, revokeCode } from './api.ts'

interface RevokeCodeDialogProps {
  code: Pick<Schemas['CodeDetail'], 'id' | 'last4'>
  onRevoked?: (code: Schemas['CodeDetail']) => void
  onClose: () => void
}

/** Asks for a reason and revokes one code. */
export function RevokeCodeDialog({ code, onRevoked, onClose }: RevokeCodeDialogProps) {
  const revoke = useAction({
    run: (reason: string) => revokeCode(code.id, reason),
    refresh: [CODES_KEY],
    onDone: (revoked) => {
      onRevoked?.(revoked)
      onClose()
    },
    done: ({ last4 }) => `激活码 …${last4} 已作废`,
  })
  return (
    <ReasonDialog
      title="作废这个激活码?"
      text={`激活码 …${code.last4} 不能再用，也不能恢复；同一批次的其他激活码不受影响。`}
      confirm="作废"
      required
      busy={revoke.isPending}
      onConfirm={revoke.mutate}
      onClose={onClose}
    />
  )
}
