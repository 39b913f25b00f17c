import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError } from '@/shared/api/errors.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { PasswordField } from '@/shared/ui/field.tsx'
import { changePassword, recoveryOptions, sessionsOptions } from './api.ts'
import { HiddenUserName } from './hidden-user-name.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { RecoveryCodeDialog } from './recovery-code-dialog.tsx'
import { forget } from './remembered.ts'
import { anotherPasswordRule, PASSWORD_MAX, passwordRule, repeatRule } from './rules.ts'

const EMPTY = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** Changes the password; all other sessions end, and earlier recovery codes no longer work. */
export function PasswordSection() {
  const titleId = useId()
  const client = useQueryClient()
  const [code, setCode] = useState<string | null>(null)
  const { field, set, refuse, submit } = useForm(EMPTY, {
    oldPassword: passwordRule,
    newPassword: (text, all) => anotherPasswordRule(text, all.oldPassword),
    confirmPassword: (text, all) => repeatRule(text, all.newPassword),
  })

  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: async ({ recoveryCode }) => {
      set(EMPTY)
      setCode(recoveryCode)
      toast('密码已修改，其他设备已退出', { kind: 'success' })
      // The remembered password is outdated.
      await forget()
      await Promise.all([
        client.invalidateQueries({ queryKey: sessionsOptions().queryKey }),
        client.invalidateQueries({ queryKey: recoveryOptions().queryKey }),
      ])
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (error.errorCode === 'password_wrong') refuse('oldPassword', error.message)
      if (error.errorCode === 'password_common') refuse('newPassword', error.message)
    },
  })

  return (
    <section className="security-section" aria-labelledby={titleId}>
      <h2 id={titleId}>修改密码</h2>
      <form className="security-form" noValidate onSubmit={submit(({ ...values }) => change.mutate(values))}>
        <HiddenUserName />
        <PasswordField
          label="当前密码"
          field={field('oldPassword')}
          maxLength={PASSWORD_MAX}
          autoComplete="current-password"
        />
        <NewPasswordFields label="新密码" password={field('newPassword')} repeated={field('confirmPassword')} />
        <Button primary type="submit" loading={change.isPending} loadingText="修改中">
          修改密码
        </Button>
      </form>
      <RecoveryCodeDialog code={code} onSaved={() => setCode(null)} />
    </section>
  )
}
