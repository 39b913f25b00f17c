import type { MouseEvent, ReactNode } from 'react'
import { Button as VantButton } from 'vant-react'
import { useDialogScope, useLeaveGuard } from '../lib/use-leave-guard.ts'

interface ButtonProps {
  children: ReactNode
  onClick?: () => void
  /** The one main action of a screen. */
  primary?: boolean
  /** What it does cannot be taken back. */
  danger?: boolean
  /** Pill shape, for chips among content. */
  round?: boolean
  loading?: boolean
  loadingText?: string
  disabled?: boolean
  block?: boolean
  type?: 'button' | 'submit'
  /** Has the focus when its dialog opens. */
  autoFocus?: boolean
  /** Heard instead of what it says. */
  'aria-label'?: string
}

/**
 * A push button, at least 44 px high. While it waits it does nothing but keeps the focus, so nobody loses the place. The
 * dialog whose form it sends stays until the answer is there.
 */
export function Button({
  children,
  primary,
  danger,
  type = 'button',
  loading,
  disabled,
  autoFocus,
  ...rest
}: ButtonProps) {
  const scope = useDialogScope()
  useLeaveGuard(scope !== null && type === 'submit' && loading === true, null)
  return (
    <VantButton
      {...rest}
      type={danger ? 'danger' : primary ? 'primary' : 'default'}
      // It stays the form's button: without one, Enter in a form of one field would send it once more.
      nativeType={type}
      onClickCapture={loading ? refuse : undefined}
      loading={loading}
      disabled={disabled}
      aria-disabled={loading || disabled || undefined}
      data-autofocus={autoFocus || undefined}
    >
      {children}
    </VantButton>
  )
}

function refuse(event: MouseEvent): void {
  event.preventDefault()
}
