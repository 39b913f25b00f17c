import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { CaptchaField } from '@/entities/captcha/captcha-field.tsx'
import { codeRule } from '@/entities/captcha/rules.ts'
import { useCaptcha } from '@/entities/captcha/use-captcha.ts'
import type { Tokens } from '@/shared/api/session.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { PasswordField, TextField } from '@/shared/ui/field.tsx'
import { logIn } from './api.ts'
import { RememberBox } from './remember-box.tsx'
import { forget, recall, remember } from './remembered.ts'
import { NAME_MAX, nameRule, PASSWORD_MAX, passwordRule } from './rules.ts'
import { showRefusal } from './show-refusal.ts'

interface LogInFormProps {
  /** The name to begin with, if known. */
  userName: string
  onLoggedIn: (tokens: Tokens, userName: string) => unknown
  /** What follows the form, for the name typed in it. */
  below?: (userName: string) => ReactNode
}

/** Name, password and captcha. What is typed is trimmed before it is sent (R7.5). */
export function LogInForm({ userName: known, onLoggedIn, below }: LogInFormProps) {
  const captcha = useCaptcha()
  const { values, field, set, refuse, submit } = useForm(
    { userName: known, password: '', code: '', rememberMe: false },
    { userName: nameRule, password: passwordRule, code: (text) => (captcha.on ? codeRule(text) : null) },
    { guarded: false },
  )

  // Only when the form opens, so that it never replaces what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    void recall().then((saved) => {
      if (!saved) return
      set({ rememberMe: true, ...((!known || known === saved.userName) && saved) })
    })
  }, [])

  const login = useMutation({
    mutationFn: logIn,
    onSuccess: async (tokens, sent) => {
      await (sent.rememberMe ? remember(sent) : forget())
      await onLoggedIn(tokens, sent.userName)
    },
    onError: (error) => showRefusal(error, { fields: ['userName', 'password', 'code'], set, refuse, captcha }),
  })

  return (
    <>
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
      {below?.(values.userName)}
    </>
  )
}
