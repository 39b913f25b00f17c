import { useState } from 'react'
import type { MemberDetail } from '@/shared/api/types.ts'
import type { LeaveQuestion } from '@/shared/feedback/leave-guards.ts'
import { copyText } from '@/shared/lib/clipboard.ts'
import { useLeaveGuard } from '@/shared/lib/use-leave-guard.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { ReasonDialog } from '../kit/reason-dialog.tsx'
import { resetPassword } from './api.ts'
import { MemberNews } from './member-news.tsx'
import { useMemberChange } from './use-member-change.ts'

/** Asks for a reason, resets a member's password, and shows it once. */
export function PasswordDialog({ detail, onClose }: { detail: MemberDetail; onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null)
  const { base, rebased, ...reset } = useMemberChange({
    detail,
    // It is not stored anywhere else.
    send: async (seen, reason: string) => setPassword(await resetPassword(seen, reason)),
  })
  if (password !== null) {
    return (
      <Dialog title="新密码" open onClose={onClose}>
        <NewPassword userName={detail.userName} password={password} onNoted={onClose} />
      </Dialog>
    )
  }
  return (
    <ReasonDialog
      title="重置密码?"
      text={`${detail.userName} 会得到一个新密码，旧密码立即失效，并在所有设备退出登录。`}
      confirm="重置"
      required
      busy={reset.isPending}
      onConfirm={reset.mutate}
      onClose={onClose}
    >
      <MemberNews key={base.version} rebased={rebased} />
    </ReasonDialog>
  )
}

const NOT_NOTED: LeaveQuestion = {
  title: '还没有记下新密码',
  text: '离开后不会再显示，只能重新重置。',
  stay: '返回',
  leave: '不记下',
}

interface NewPasswordProps {
  userName: string
  password: string
  onNoted: () => void
}

function NewPassword({ userName, password, onNoted }: NewPasswordProps) {
  const [copied, setCopied] = useState(false)
  useLeaveGuard(!copied, NOT_NOTED)
  return (
    <div className="admin-form">
      <p className="admin-note">请转告 {userName}。关闭后不会再显示，也无法查到。</p>
      <p className="member-drawer-secret numeric">{password}</p>
      <div className="dialog-actions">
        <Button onClick={() => void copyText(password).then((done) => done && setCopied(true))}>复制</Button>
        <Button primary onClick={onNoted}>
          已记下，关闭
        </Button>
      </div>
    </div>
  )
}
