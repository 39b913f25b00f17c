import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { CaptchaField } from '@/entities/captcha/captcha-field.tsx'
import { codeRule } from '@/entities/captcha/rules.ts'
import { type CaptchaState, useCaptcha } from '@/entities/captcha/use-captcha.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { returnPathIn } from '@/shared/lib/return-path.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { TextField } from '@/shared/ui/field.tsx'
import { AccountFrame } from './account-frame.tsx'
import { mailRecoveryCode, recover, recoveryByMailOptions } from './api.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { RecoveryCodeDialog } from './recovery-code-dialog.tsx'
import { forget } from './remembered.ts'
import {
  EMAIL_MAX,
  emailRule,
  NAME_MAX,
  nameRule,
  newPasswordRule,
  RECOVERY_CODE_MAX,
  recoveryCodeRule,
  repeatRule,
} from './rules.ts'
import { showRefusal } from './show-refusal.ts'

/** /recover: a new password in place of a forgotten one, by a recovery code (R7.15 to R7.18). */
export default function RecoverPage() {
  const captcha = useCaptcha()
  const { state } = useLocation()
  const byMail = useQuery(recoveryByMailOptions()).data === true
  const [userName, setUserName] = useState((state as { userName?: string } | null)?.userName ?? '')
  const [mailing, setMailing] = useState(false)
  return (
    <AccountFrame title="找回密码">
      {mailing ? (
        <MailForm
          captcha={captcha}
          userName={userName}
          onSent={(name) => {
            setUserName(name)
            setMailing(false)
          }}
        />
      ) : (
        <CodeForm captcha={captcha} userName={userName} />
      )}
      {byMail ? (
        <button type="button" className="account-other" onClick={() => setMailing(!mailing)}>
          {mailing ? '已有恢复码?点我填写' : '没有恢复码?发到安全邮箱'}
        </button>
      ) : (
        <Link to="/contact" className="account-other">
          没有恢复码?联系我们
        </Link>
      )}
      <Link to="/login" state={returnPathIn(state)} className="account-other">
        想起来了?点我登录
      </Link>
    </AccountFrame>
  )
}

interface RecoverFormProps {
  captcha: CaptchaState
  /** What was typed before, so that nobody types it twice. */
  userName: string
}

function CodeForm({ captcha, userName }: RecoverFormProps) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { values, field, set, refuse, submit } = useForm(
    { userName, recoveryCode: '', password: '', confirmPassword: '', code: '' },
    {
      userName: nameRule,
      recoveryCode: recoveryCodeRule,
      password: newPasswordRule,
      confirmPassword: (text, all) => repeatRule(text, all.password),
      code: (text) => (captcha.on ? codeRule(text) : null),
    },
  )
  const change = useMutation({
    mutationFn: recover,
    onSuccess: async () => {
      // The remembered password is outdated.
      await forget()
      toast('密码已修改，请登录', { kind: 'success' })
    },
    onError: (error) => {
      const fields = ['userName', 'recoveryCode', 'password', 'confirmPassword', 'code'] as const
      showRefusal(error, { fields, set, refuse, captcha })
    },
  })
  return (
    <>
      <form
        className="account-form"
        noValidate
        onSubmit={submit(({ code, password, ...form }) => {
          const answer = captcha.on ? { code: code.trim(), uuid: captcha.uuid } : {}
          change.mutate({ ...form, userName: form.userName.trim(), newPassword: password, ...answer })
        })}
      >
        <TextField label="用户名" field={field('userName')} maxLength={NAME_MAX} autoComplete="username" />
        <TextField
          label="恢复码"
          field={field('recoveryCode')}
          maxLength={RECOVERY_CODE_MAX}
          autoComplete="one-time-code"
          hint="注册或修改密码时保存的20位恢复码，也可以是邮件里的"
        />
        <NewPasswordFields label="新密码" password={field('password')} repeated={field('confirmPassword')} />
        <CaptchaField field={field('code')} captcha={captcha} />
        <Button primary block type="submit" loading={change.isPending} loadingText="修改中">
          设置新密码
        </Button>
      </form>
      <RecoveryCodeDialog
        code={change.data?.recoveryCode ?? null}
        onSaved={() => {
          const userName = values.userName.trim()
          void navigate('/login', { replace: true, state: { userName, ...returnPathIn(state) } })
        }}
      />
    </>
  )
}

function MailForm({ captcha, userName, onSent }: RecoverFormProps & { onSent: (userName: string) => void }) {
  const { field, set, refuse, submit } = useForm(
    { userName, email: '', code: '' },
    { userName: nameRule, email: emailRule, code: (text) => (captcha.on ? codeRule(text) : null) },
  )
  const mail = useMutation({
    mutationFn: mailRecoveryCode,
    onSuccess: (_, sent) => {
      if (captcha.on) captcha.refresh()
      toast('如果用户名和安全邮箱相符，邮件几分钟内会到，其中的恢复码30分钟内有效', { kind: 'success' })
      onSent(sent.userName)
    },
    onError: (error) => showRefusal(error, { fields: ['userName', 'email', 'code'], set, refuse, captcha }),
  })
  return (
    <form
      className="account-form"
      noValidate
      onSubmit={submit(({ code, ...form }) => {
        const answer = captcha.on ? { code: code.trim(), uuid: captcha.uuid } : {}
        mail.mutate({ userName: form.userName.trim(), email: form.email.trim(), ...answer })
      })}
    >
      <TextField label="用户名" field={field('userName')} maxLength={NAME_MAX} autoComplete="username" />
      <TextField
        label="安全邮箱"
        type="email"
        field={field('email')}
        maxLength={EMAIL_MAX}
        autoComplete="email"
        hint="注册时填写的邮箱"
      />
      <CaptchaField field={field('code')} captcha={captcha} />
      <Button primary block type="submit" loading={mail.isPending} loadingText="发送中">
        发送恢复码
      </Button>
    </form>
  )
}
