import { useEffect } from 'react'
import { ApiError } from '../api/errors.ts'
import { Button } from './button.tsx'
import './list-footer.css'

interface ListFooterProps {
  /** Whether there are no more pages. */
  finished: boolean
  loading: boolean
  /** The error of the last page, if any. */
  error: unknown
  onMore: () => void
}

/** The end of a list: load-more button, error with retry, or end mark (R2.2). */
export function ListFooter({ finished, loading, error, onMore }: ListFooterProps) {
  const failed = error != null && !loading
  // A page that failed offline is retried on reconnect.
  useEffect(() => {
    if (!failed) return
    window.addEventListener('online', onMore)
    return () => window.removeEventListener('online', onMore)
  }, [failed, onMore])

  if (finished) return <p className="list-footer list-footer-end">没有更多了</p>
  return (
    <div className="list-footer">
      {failed && <p role="alert">加载失败{error instanceof ApiError ? `：${error.message}` : ''}</p>}
      <Button round loading={loading} loadingText="加载中" onClick={onMore}>
        {error != null ? '点击重试' : '加载更多'}
      </Button>
    </div>
  )
}
