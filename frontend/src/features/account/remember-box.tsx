import { CheckBox } from '@/shared/ui/choices.tsx'
import { canKeepPassword } from './remembered.ts'

interface RememberBoxProps {
  values: { rememberMe: boolean }
  set: (change: { rememberMe: boolean }) => void
}

/** Whether to remember the login on this device. */
export function RememberBox({ values, set }: RememberBoxProps) {
  return (
    <CheckBox
      label="记住密码"
      checked={values.rememberMe}
      onChange={(rememberMe) => set({ rememberMe })}
      hint={canKeepPassword() ? undefined : '此连接未加密，只记住用户名'}
    />
  )
}
