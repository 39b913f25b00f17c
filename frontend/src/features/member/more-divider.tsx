import { ApiError } from '@/shared/api/errors.ts'
import { ListEnd } from '@/shared/ui/list-footer.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import './more-divider.css'

interface MoreDividerProps {
  /** Whether there are no more pages. */
  finished: boolean
  loading: boolean
  /** The error of the last page, if any. */
  error: unknown
  onMore: () => void
}

/** A divider below a list that loads the next page on click (R8.5). */
export function MoreDivider({ finished, loading, error, onMore }: MoreDividerProps) {
  if (loading) return <Spinner />
  if (finished) return <ListEnd />
  return (
    <>
      {error != null && (
        <p role="alert" className="more-divider-error">
          加载失败{error instanceof ApiError ? `：${error.message}` : ''}
        </p>
      )}
      <button type="button" className="more-divider" onClick={onMore}>
        {error == null ? '点击加载更多' : '点击重试'}
      </button>
    </>
  )
}
