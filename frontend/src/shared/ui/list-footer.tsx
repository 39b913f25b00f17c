import { useEffect } from 'react'
import { ApiError } from '../api/errors.ts'
import { Button } from './button.tsx'
import './list-footer.css'

interface ListFooterProps {
  /** No page is left. */
  finished: boolean
  loading: boolean
  /** The last page's failure, if it failed. */
  error: unknown
  onMore: () => void
}

/** The end of a list: a button that loads more, a failure with retry, or the text that nothing is left (R2.2). */
export function ListFooter({ finished, loading, error, onMore }: ListFooterProps) {
  const failed = error != null && !loading
  // A page that did not come for want of a connection comes by itself when there is one again.
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
