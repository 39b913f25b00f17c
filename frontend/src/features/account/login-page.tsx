import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { CaptchaField } from '@/entities/captcha/captcha-field.tsx'
import { codeRule } from '@/entities/captcha/rules.ts'
import { useCaptcha } from '@/entities/captcha/use-captcha.ts'
import { startSession } from '@/shared/api/session.ts'
import { returnPathIn } from '@/shared/lib/return-path.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { PasswordField, TextField } from '@/shared/ui/field.tsx'
import { AccountFrame } from './account-frame.tsx'
import { logIn } from './api.ts'
import { RememberBox } from './remember-box.tsx'
import { forget, recall, remember } from './remembered.ts'
import { NAME_MAX, nameRule, PASSWORD_MAX, passwordRule } from './rules.ts'
import { showRefusal } from './show-refusal.ts'

/** /login. What is typed is trimmed before it is sent (R7.5). */
export default function LoginPage() {
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const { state } = useLocation()
  const registered = (state as { userName?: string } | null)?.userName ?? ''
  const { values, field, set, refuse, submit } = useForm(
    { userName: registered, password: '', code: '', rememberMe: false },
    { userName: nameRule, password: passwordRule, code: (text) => (captcha.on ? codeRule(text) : null) },
  )

  // Only when the form opens, so that it never replaces what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    void recall().then((saved) => {
      if (!saved) return
      set({ rememberMe: true, ...((!registered || registered === saved.userName) && saved) })
    })
  }, [])

  const login = useMutation({
    mutationFn: logIn,
    onSuccess: async (tokens, sent) => {
      await (sent.rememberMe ? remember(sent) : forget())
      startSession(tokens)
      await navigate('/user', { replace: true, state: returnPathIn(state) })
    },
    onError: (error) => showRefusal(error, { fields: ['userName', 'password', 'code'], set, refuse, captcha }),
  })

  return (
    <AccountFrame title="账户登陆">
      <form
        className="account-form"
        noValidate
        onSubmit={submit(({ userName, password, code, rememberMe }) => {
          const answer = captcha.on ? { code: code.trim(), uuid: captcha.uuid } : {}
          login.mutate({ userName: userName.trim(), password: password.trim(), rememberMe, ...answer })
        })}
      >
        <TextField label="用户名" field={field('userName')} maxLength={NAME_MAX} autoComplete="username" />
        <PasswordField
          label="密码"
          field={field('password')}
          maxLength={PASSWORD_MAX}
          autoComplete="current-password"
        />
        <CaptchaField field={field('code')} captcha={captcha} />
        <RememberBox values={values} set={set} />
        <Button primary block type="submit" loading={login.isPending} loadingText="登录中">
          登录
        </Button>
      </form>
      <Link to="/recover" state={{ userName: values.userName, ...returnPathIn(state) }} className="account-other">
        忘记密码?点我找回
      </Link>
      <Link to="/register" state={returnPathIn(state)} className="account-other">
        没有账号?点我注册
      </Link>
    </AccountFrame>
  )
}
