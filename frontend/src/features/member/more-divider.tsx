import { ApiError } from '@/shared/api/errors.ts'
import { Spinner } from '@/shared/ui/spinner.tsx'
import './more-divider.css'

interface MoreDividerProps {
  /** No page is left. */
  finished: boolean
  loading: boolean
  /** The last page's failure, if it failed. */
  error: unknown
  onMore: () => void
}

/** The divider below a member's list that loads the next page when it is pressed (R8.5). */
export function MoreDivider({ finished, loading, error, onMore }: MoreDividerProps) {
  if (loading) return <Spinner />
  return (
    <>
      {error != null && (
        <p role="alert" className="more-divider-error">
          加载失败{error instanceof ApiError ? `：${error.message}` : ''}
        </p>
      )}
      <button type="button" className="more-divider" disabled={finished} onClick={onMore}>
        {label(finished, error)}
      </button>
    </>
  )
}

function label(finished: boolean, error: unknown): string {
  if (finished) return '没有更多了'
  return error == null ? '点击加载更多' : '点击重试'
}
