import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { letPass } from '@/shared/feedback/leave-guards.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { logOut } from './api/logout.ts'

/** Asks before logging out, and leads home afterwards (spec §2.6). */
export function LogoutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const logout = useMutation({
    mutationFn: logOut,
    onSuccess: () => {
      onClose()
      letPass()
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
    </ConfirmDialog>
  )
}
