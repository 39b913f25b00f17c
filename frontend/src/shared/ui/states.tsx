import { Film } from 'lucide'
import type { ReactNode } from 'react'
import { ApiError } from '../api/errors.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'
import './states.css'

interface EmptyViewProps {
  text: string
  hint?: string
  /** The text is the page's heading. */
  isHeading?: boolean
  /** Actions. */
  children?: ReactNode
}

/** Empty state with an optional hint and actions. */
export function EmptyView({ text, hint, isHeading = false, children }: EmptyViewProps) {
  const Text = isHeading ? 'h1' : 'p'
  return (
    <div className="state">
      <span className="state-mark">
        <Icon of={Film} size={36} />
      </span>
      <Text className="state-text">{text}</Text>
      {hint && <p className="state-hint">{hint}</p>}
      {children}
    </div>
  )
}

/** Error state with a retry button. */
export function ErrorView({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="state" role="alert">
      <p className="state-text">加载失败</p>
      <p className="state-hint">{error instanceof ApiError ? error.message : '系统未知错误，请反馈给管理员'}</p>
      <Button round onClick={onRetry}>
        点击重试
      </Button>
    </div>
  )
}
