import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/shared/api/errors.ts'
import { clearTokens } from '@/shared/api/session.ts'
import { letPass } from '@/shared/feedback/leave-guards.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { PasswordField } from '@/shared/ui/field.tsx'
import { deleteAccount } from './api.ts'
import { HiddenUserName } from './hidden-user-name.tsx'
import { forget } from './remembered.ts'
import { PASSWORD_MAX, passwordRule } from './rules.ts'

/** Deletes the account after the password was entered. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { field, refuse, submit } = useForm({ password: '' }, { password: passwordRule }, { guarded: false })
  const remove = useMutation({
    mutationFn: deleteAccount,
    onSuccess: async () => {
      await forget()
      clearTokens()
      toast('账户已删除', { kind: 'success' })
      // Other forms of the page still guard their input, but the account is gone.
      letPass()
      await navigate('/index')
    },
    onError: (error) => {
      if (error instanceof ApiError && error.errorCode === 'password_wrong') refuse('password', error.message)
    },
  })
  return (
    <Dialog title="删除账户?" open onClose={onClose}>
      <form className="security-form" noValidate onSubmit={submit(({ password }) => remove.mutate(password))}>
        <p className="security-warning">
          此操作不能撤销：账户、收藏、喜欢、留言和下载申请会立即删除，VIP
          也随之失效。订单、VIP与激活码的使用记录会保留，但不再与您关联。
        </p>
        <HiddenUserName />
        <PasswordField
          label="请输入密码确认"
          field={field('password')}
          maxLength={PASSWORD_MAX}
          autoComplete="current-password"
        />
        <DialogActions confirm="永久删除" danger busy={remove.isPending} loadingText="删除中" />
      </form>
    </Dialog>
  )
}
