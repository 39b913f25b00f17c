import { useState } from 'react'
import type { MemberDetail } from '@/shared/api/types.ts'
import { ReasonDialog } from '../kit/reason-dialog.tsx'
import { setDisabled } from './api.ts'
import { MemberNews } from './member-news.tsx'
import { useMemberChange } from './use-member-change.ts'

/** Asks for a reason and disables or enables a member. */
export function DisableDialog({ detail, onClose }: { detail: MemberDetail; onClose: () => void }) {
  const [disables] = useState(detail.disabled === 0)
  const { base, rebased, ...change } = useMemberChange({
    detail,
    send: (seen, reason: string) => setDisabled(seen, disables, reason),
    onDone: onClose,
    done: disables ? '会员已停用' : '会员已启用',
  })
  return (
    <ReasonDialog
      title={disables ? '停用会员?' : '启用会员?'}
      text={
        disables
          ? `${detail.userName} 会立即在所有设备退出登录，并且不能再登录，直到重新启用。收藏、订单等都会保留。`
          : `${detail.userName} 可以重新登录。`
      }
      confirm={disables ? '停用' : '启用'}
      required
      busy={change.isPending}
      onConfirm={change.mutate}
      onClose={onClose}
    >
      <MemberNews key={base.version} rebased={rebased} />
    </ReasonDialog>
  )
}
