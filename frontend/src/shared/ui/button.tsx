import type { MouseEvent, ReactNode } from 'react'
import { Button as VantButton } from 'vant-react/es/button/index.js'
import { useDialogScope, useLeaveGuard } from '../lib/use-leave-guard.ts'

interface ButtonProps {
  children: ReactNode
  onClick?: () => void
  /** The main action of a screen. */
  primary?: boolean
  /** The action is irreversible. */
  danger?: boolean
  /** Pill shape. */
  round?: boolean
  loading?: boolean
  loadingText?: string
  disabled?: boolean
  block?: boolean
  type?: 'button' | 'submit'
  /** Focused when its dialog opens. */
  autoFocus?: boolean
  /** Overrides the text for screen readers. */
  'aria-label'?: string
}

/**
 * A button at least 44 px high. While loading it is inert but keeps the focus. The dialog of its form stays open until
 * the response.
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
      // It must stay the submit button: without one, Enter in a form of one field submits again.
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
