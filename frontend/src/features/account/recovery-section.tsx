import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { userInfoOptions } from '@/entities/user/api.ts'
import { ApiError } from '@/shared/api/errors.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { PasswordField, TextField } from '@/shared/ui/field.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { changeEmail, makeRecoveryCode, recoveryOptions } from './api.ts'
import { HiddenUserName } from './hidden-user-name.tsx'
import { RecoveryCodeDialog } from './recovery-code-dialog.tsx'
import { EMAIL_MAX, emailRule, PASSWORD_MAX, passwordRule } from './rules.ts'

/** What a forgotten password is replaced with: the recovery code and the security email. */
export function RecoverySection() {
  const titleId = useId()
  const client = useQueryClient()
  const recovery = useQuery(recoveryOptions())
  const email = useQuery(userInfoOptions()).data?.user?.email
  const [asked, setAsked] = useState<'code' | 'email' | null>(null)
  const [made, setMade] = useState<string | null>(null)
  const close = () => setAsked(null)
  return (
    <section className="security-section" aria-labelledby={titleId}>
      <h2 id={titleId}>找回密码</h2>
      <div className="security-recovery">
        <QueryView query={recovery}>
          {({ codeTime, byMail }) => (
            <ul className="security-sessions">
              <li className="security-session">
                <div>
                  <p className="security-session-name">恢复码</p>
                  <p className="security-session-facts numeric">
                    {codeTime ? `生成于 ${codeTime}` : '还没有恢复码，忘记密码就无法找回账户'}
                  </p>
                </div>
                <Button round primary={!codeTime} onClick={() => setAsked('code')}>
                  {codeTime ? '换新恢复码' : '生成恢复码'}
                </Button>
              </li>
              <li className="security-session">
                <div>
                  <p className="security-session-name">安全邮箱</p>
                  <p className="security-session-facts numeric">
                    <span>{email || '没有填写'}</span>
                    {byMail && <span>可以收恢复码</span>}
                  </p>
                </div>
                <Button round aria-label="更改安全邮箱" onClick={() => setAsked('email')}>
                  更改
                </Button>
              </li>
            </ul>
          )}
        </QueryView>
      </div>
      <Dialog title="生成恢复码" open={asked === 'code'} onClose={close}>
        <CodeForm
          onMade={(code) => {
            close()
            setMade(code)
            void client.invalidateQueries({ queryKey: recoveryOptions().queryKey })
          }}
        />
      </Dialog>
      <Dialog title="更改安全邮箱" open={asked === 'email'} onClose={close}>
        <EmailForm
          onChanged={() => {
            close()
            toast('安全邮箱已更改', { kind: 'success' })
            void client.invalidateQueries({ queryKey: userInfoOptions().queryKey })
          }}
        />
      </Dialog>
      <RecoveryCodeDialog code={made} onSaved={() => setMade(null)} />
    </section>
  )
}

function CodeForm({ onMade }: { onMade: (code: string) => void }) {
  const { field, refuse, submit } = useForm({ password: '' }, { password: passwordRule }, { guarded: false })
  const make = useMutation({
    mutationFn: makeRecoveryCode,
    onSuccess: onMade,
    onError: (error) => {
      if (isPasswordWrong(error)) refuse('password', error.message)
    },
  })
  return (
    <form className="security-form" noValidate onSubmit={submit(({ password }) => make.mutate(password))}>
      <p className="security-text">新的恢复码会代替以前的，以前的随即失效。</p>
      <HiddenUserName />
      <PasswordField
        label="请输入密码确认"
        field={field('password')}
        maxLength={PASSWORD_MAX}
        autoComplete="current-password"
      />
      <DialogActions confirm="生成" busy={make.isPending} loadingText="生成中" />
    </form>
  )
}

function EmailForm({ onChanged }: { onChanged: () => void }) {
  const { field, reset, refuse, submit } = useForm(
    { email: '', password: '' },
    { email: emailRule, password: passwordRule },
  )
  const change = useMutation({
    mutationFn: changeEmail,
    onSuccess: () => {
      reset({ email: '', password: '' })
      onChanged()
    },
    onError: (error) => {
      if (isPasswordWrong(error)) refuse('password', error.message)
    },
  })
  return (
    <form
      className="security-form"
      noValidate
      onSubmit={submit(({ email, password }) => change.mutate({ email: email.trim(), password }))}
    >
      <TextField
        label="新的安全邮箱"
        type="email"
        field={field('email')}
        maxLength={EMAIL_MAX}
        autoComplete="email"
        hint="有效的邮箱地址，8 至 120 位，不会公开"
      />
      <HiddenUserName />
      <PasswordField
        label="请输入密码确认"
        field={field('password')}
        maxLength={PASSWORD_MAX}
        autoComplete="current-password"
      />
      <DialogActions confirm="更改" busy={change.isPending} loadingText="更改中" />
    </form>
  )
}

function isPasswordWrong(error: Error): boolean {
  return error instanceof ApiError && error.errorCode === 'password_wrong'
}
