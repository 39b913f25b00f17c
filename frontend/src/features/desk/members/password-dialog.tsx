import { useState } from 'react'
import type { MemberSheet } from '@/shared/api/types.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { resetPassword } from './api/change-member.ts'
import { MemberNews } from './member-news.tsx'
import { useMemberChange } from './use-member-change.ts'

/** Asks why a member gets a fresh password, and shows it this once. */
export function PasswordDialog({ sheet, onClose }: { sheet: MemberSheet; onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null)
  const { base, rebased, ...reset } = useMemberChange({ sheet, send: resetPassword, onDone: setPassword })
  if (password !== null) {
    return (
      <Dialog title="新密码" open onClose={onClose}>
        <div className="desk-form">
          <p className="desk-note">请转告 {sheet.userName}。关闭后不会再显示，也无法查到。</p>
          <p className="member-secret numeric">{password}</p>
          <div className="dialog-actions">
            <Button primary onClick={onClose}>
              已记下，关闭
            </Button>
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <ReasonDialog
      title="重置密码?"
      text={`${sheet.userName} 会得到一个新密码，旧密码立即失效，并在所有设备退出登陆。`}
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
