import { Component, type ReactNode } from 'react'
import { offline } from '@/shared/api/errors.ts'
import { isServerReachable } from '@/shared/api/reachable.ts'
import { ChunkLoadError, retryMissingChunks } from '@/shared/lib/lazy-screen.tsx'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'
import { EmptyView, ErrorView } from './states.tsx'

interface ScreenBoundaryProps {
  /** Shown above what went wrong, in place of the heading that the screen would have. */
  head?: ReactNode
  children: ReactNode
}

/** Why the screen is not shown; `asking` while the server is being probed. */
type Trouble = 'none' | 'broken' | 'asking' | 'outage' | 'outdated'

interface ScreenBoundaryState {
  trouble: Trouble
}

/**
 * The error boundary of a screen, or of a part that has its own code. When a chunk is missing, either the server is
 * down or a new version is deployed; the server is probed once to tell which.
 */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { trouble: 'none' }

  static getDerivedStateFromError(error: unknown): ScreenBoundaryState {
    return { trouble: error instanceof ChunkLoadError ? 'asking' : 'broken' }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkLoadError) void this.tellApart()
  }

  override componentDidMount() {
    window.addEventListener('online', this.onOnline)
    if (this.state.trouble === 'outage') this.setState({ trouble: 'none' })
  }

  // Kept screens also get here when they are hidden; showing them again is a retry.
  override componentWillUnmount() {
    window.removeEventListener('online', this.onOnline)
    if (this.state.trouble !== 'none') retryMissingChunks()
  }

  readonly onOnline = () => {
    if (this.state.trouble === 'outage') this.retry()
  }

  readonly retry = () => {
    retryMissingChunks()
    this.setState({ trouble: 'none' })
  }

  async tellApart() {
    const trouble = (await isServerReachable()) ? 'outdated' : 'outage'
    this.setState({ trouble })
  }

  override render() {
    return (
      <>
        {this.state.trouble !== 'none' && this.props.head}
        {this.content()}
      </>
    )
  }

  content() {
    const { trouble } = this.state
    if (trouble === 'none') return this.props.children
    if (trouble === 'asking') return <Spinner />
    if (trouble === 'outage') {
      return <ErrorView error={offline()} onRetry={this.retry} />
    }
    return (
      <EmptyView text={trouble === 'outdated' ? '有新版本，请刷新页面' : '页面出错了'}>
        <Button round onClick={() => window.location.reload()}>
          刷新
        </Button>
      </EmptyView>
    )
  }
}
