import type { ReactNode } from 'react'
import { Button as VantButton } from 'vant-react'

interface ButtonProps {
  children: ReactNode
  onClick?: () => void
  /** The one main action of a screen. */
  primary?: boolean
  /** Pill shape, for chips among content. */
  round?: boolean
  loading?: boolean
  loadingText?: string
  disabled?: boolean
  block?: boolean
  type?: 'button' | 'submit'
  /** Heard instead of what it says. */
  'aria-label'?: string
}

/** A push button, at least 44 px high. While it waits it does nothing but keeps the focus, so nobody loses the place. */
export function Button({ children, primary, type = 'button', loading, disabled, ...rest }: ButtonProps) {
  return (
    <VantButton
      {...rest}
      type={primary ? 'primary' : 'default'}
      nativeType={loading ? 'button' : type}
      loading={loading}
      disabled={disabled}
      aria-disabled={loading || disabled || undefined}
    >
      {children}
    </VantButton>
  )
}
