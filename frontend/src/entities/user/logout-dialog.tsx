import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { clearHistory, useHistory } from '@/entities/work/history.ts'
import { closeAtOnce } from '@/shared/lib/close-at-once.ts'
import { CheckBox } from '@/shared/ui/choices.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { logOut } from './api.ts'

/** What the device keeps of a member. */
export interface Traces {
  /** What it is and how much, for each kind there is. */
  names: readonly string[]
  forget: () => void
}

interface LogoutDialogProps {
  open: boolean
  onClose: () => void
  /** What there is beside the films that were seen. */
  others?: Traces
}

/** Asks before logging out, and goes home afterwards (R7.12). */
export function LogoutDialog({ open, onClose, others }: LogoutDialogProps) {
  const navigate = useNavigate()
  const works = useHistory().length
  const traces = [...(works > 0 ? [`浏览 ${works} 部`] : []), ...(others?.names ?? [])]
  const [clearing, setClearing] = useState(false)
  const logout = useMutation({
    mutationFn: logOut,
    onSuccess: () => {
      if (clearing) {
        clearHistory()
        others?.forget()
      }
      closeAtOnce(onClose)
      void navigate('/index')
    },
  })
  return (
    <ConfirmDialog
      title="退出登录账号?"
      confirm="退出账号"
      open={open}
      busy={logout.isPending}
      onConfirm={() => logout.mutate()}
      onClose={onClose}
    >
      是否要退出当前登录的账号？
      {traces.length > 0 && (
        <CheckBox
          label="同时清空本机的浏览记录等"
          hint={`${traces.join('、')}，不清空则下一个使用本机的人也能看到`}
          checked={clearing}
          onChange={setClearing}
        />
      )}
    </ConfirmDialog>
  )
}
