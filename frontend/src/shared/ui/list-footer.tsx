import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/errors.ts'
import { AUTO_PAGES } from '../config/constants.ts'
import { useNearEnd } from '../lib/use-near-end.ts'
import { Button } from './button.tsx'
import './list-footer.css'

/** The part of an infinite query that its footer needs. */
interface PagedQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  /** Whether the last attempt to load a further page failed. */
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}

interface ListFooterProps {
  list: PagedQuery
  /** Former pages are being restored: nothing loads by itself meanwhile. */
  paused?: boolean
  /** Rendered below. */
  children?: ReactNode
}

/**
 * The end of a list: load-more button, error with retry, or end mark. The next page loads by itself when the end comes
 * near, a few times in a row; then the button is awaited, so that what follows can be reached (R2.2).
 */
export function ListFooter({ list, paused = false, children }: ListFooterProps) {
  const { hasNextPage, isFetchingNextPage: loading, isFetchNextPageError, error, fetchNextPage } = list
  const failed = isFetchNextPageError && !loading
  const [unasked, setUnasked] = useState(0)
  const footer = useRef<HTMLDivElement>(null)
  const goesOn = hasNextPage && !loading && !isFetchNextPageError && !paused && unasked < AUTO_PAGES
  useNearEnd(footer, goesOn, () => {
    setUnasked(unasked + 1)
    void fetchNextPage()
  })
  // A page that failed offline is retried on reconnect.
  useEffect(() => {
    if (!failed) return
    const retry = () => void fetchNextPage()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [failed, fetchNextPage])

  function onMore() {
    setUnasked(0)
    void fetchNextPage()
  }

  return (
    <div className="list-footer" ref={footer}>
      {!hasNextPage && <End />}
      {hasNextPage && failed && <p role="alert">加载失败{error instanceof ApiError ? `：${error.message}` : ''}</p>}
      {hasNextPage && (
        <Button round loading={loading} loadingText="加载中" onClick={onMore}>
          {isFetchNextPageError ? '点击重试' : '加载更多'}
        </Button>
      )}
      {children}
    </div>
  )
}

/** The foot of a list that is one page. */
export function ListEnd() {
  return (
    <div className="list-footer">
      <End />
    </div>
  )
}

function End() {
  return <p className="list-footer-end">没有更多了</p>
}
