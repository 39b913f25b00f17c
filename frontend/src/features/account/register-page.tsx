import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { CaptchaField } from '@/entities/captcha/captcha-field.tsx'
import { codeRule } from '@/entities/captcha/rules.ts'
import { useCaptcha } from '@/entities/captcha/use-captcha.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { returnPathIn } from '@/shared/lib/return-path.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { TextField } from '@/shared/ui/field.tsx'
import { AccountFrame } from './account-frame.tsx'
import { type RegisterForm, register } from './api.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { RecoveryCodeDialog } from './recovery-code-dialog.tsx'
import { RememberBox } from './remember-box.tsx'
import { forget, remember } from './remembered.ts'
import { EMAIL_MAX, emailRule, NAME_MAX, nameRule, newPasswordRule, repeatRule } from './rules.ts'
import { showRefusal } from './show-refusal.ts'

const FIELDS = ['userName', 'password', 'confirmPassword', 'email', 'code'] as const
const EMPTY = { userName: '', password: '', confirmPassword: '', email: '', code: '', rememberMe: false }

/** /register. It shows the recovery code, leads to the login form and does not log in (R7.8). */
export default function RegisterPage() {
  const captcha = useCaptcha()
  const { values, field, set, refuse, submit } = useForm(EMPTY, {
    userName: nameRule,
    password: newPasswordRule,
    confirmPassword: (text, all) => repeatRule(text, all.password),
    email: emailRule,
    code: (text) => (captcha.on ? codeRule(text) : null),
  })

  const registration = useRegistration((error) => showRefusal(error, { fields: FIELDS, set, refuse, captcha }))

  return (
    <AccountFrame title="账户注册" long>
      <form
        className="account-form"
        noValidate
        onSubmit={submit(({ userName, email, code, ...others }) => {
          const answer = captcha.on ? { code: code.trim(), uuid: captcha.uuid } : {}
          registration.form.mutate({ userName: userName.trim(), email: email.trim(), ...others, ...answer })
        })}
      >
        <TextField
          label="用户名"
          field={field('userName')}
          maxLength={NAME_MAX}
          autoComplete="username"
          hint="6 至 32 位，可用中文、英文字母、数字和 _ - ."
        />
        <div className="account-pair">
          <NewPasswordFields label="密码" password={field('password')} repeated={field('confirmPassword')} />
        </div>
        <TextField
          label="安全邮箱"
          type="email"
          field={field('email')}
          maxLength={EMAIL_MAX}
          autoComplete="email"
          hint="有效的邮箱地址，8 至 120 位，不会公开"
          keepHint
        />
        <CaptchaField field={field('code')} captcha={captcha} />
        <RememberBox values={values} set={set} />
        <Button primary block type="submit" loading={registration.form.isPending} loadingText="注册中">
          确认注册
        </Button>
      </form>
      <RecoveryCodeDialog code={registration.code} onSaved={registration.goOn} />
      <Link to="/login" className="account-other">
        已有账号?点我登录
      </Link>
    </AccountFrame>
  )
}

function useRegistration(onError: (error: Error) => void) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const form = useMutation({
    mutationFn: ({ rememberMe: _, ...form }: RegisterForm & { rememberMe: boolean }) => register(form),
    onSuccess: async (_, { userName, password, rememberMe }) => {
      await (rememberMe ? remember({ userName, password }) : forget())
      toast('恭喜您,注册成功!', { kind: 'success' })
    },
    onError,
  })
  const goOn = () => {
    const userName = form.variables?.userName
    void navigate('/login', { replace: true, state: { userName, ...returnPathIn(state) } })
  }
  return { form, code: form.data?.recoveryCode ?? null, goOn }
}
