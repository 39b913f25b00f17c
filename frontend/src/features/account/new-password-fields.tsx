import type { FieldState } from '@/shared/lib/use-form.ts'
import { PasswordField } from '@/shared/ui/field.tsx'
import { PASSWORD_MAX } from './rules.ts'

interface NewPasswordFieldsProps {
  /** Label of the password: 密码, or 新密码 for a change. */
  label: string
  password: FieldState
  repeated: FieldState
}

/** A new password and its repetition. */
export function NewPasswordFields({ label, password, repeated }: NewPasswordFieldsProps) {
  const both = { maxLength: PASSWORD_MAX, autoComplete: 'new-password' } as const
  return (
    <>
      <PasswordField label={label} field={password} hint="8 至 32 位" {...both} />
      <PasswordField label={`重复${label}`} field={repeated} {...both} />
    </>
  )
}
