import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import { ErrorView } from './states.tsx'

/** What is needed of a query to show how it stands. */
interface ShownQuery<Data> {
  data: Data | undefined
  error: unknown
  /** What is here could not be brought up to date. */
  isRefetchError: boolean
  refetch: () => unknown
}

interface QueryViewProps<Data> {
  query: ShownQuery<Data>
  /** Shown until something comes. */
  fallback?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * A query as it stands: fallback, failed with a way to retry, or what came. What is here stays when a further attempt
 * fails; a quiet line says so.
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

/** Says that what is shown could not be brought up to date. */
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
