import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import { ErrorView } from './states.tsx'

/** The part of a query result needed to show its state. */
interface ShownQuery<Data> {
  data: Data | undefined
  error: unknown
  /** Whether the last refetch failed while data is shown. */
  isRefetchError: boolean
  refetch: () => unknown
}

interface QueryViewProps<Data> {
  query: ShownQuery<Data>
  /** Shown while loading. */
  fallback?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * A query in all its states: loading, error with retry, or data. If a refetch fails, the data stays with a note above
 * it.
 */
export function QueryView<Data>({ query, fallback = <Spinner />, children }: QueryViewProps<Data>) {
  const { data, error, isRefetchError, refetch } = query
  const retry = () => void refetch()
  if (data === undefined) return error ? <ErrorView error={error} onRetry={retry} /> : fallback
  return (
    <>
      {isRefetchError && <StaleNote onRetry={retry} />}
      {children(data)}
    </>
  )
}

/** Note that the shown data could not be refreshed. */
export function StaleNote({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="stale-note" role="status">
      更新失败，显示的是之前的内容
      <button type="button" onClick={onRetry}>
        重试
      </button>
    </p>
  )
}
