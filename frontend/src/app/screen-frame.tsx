import { Component, type ReactNode } from 'react'
import { offline } from '@/shared/api/errors.ts'
import { isServerReachable } from '@/shared/api/reachable.ts'
import { ChunkLoadError, retryMissingChunks } from '@/shared/lib/lazy-screen.tsx'
import { BareBar } from '@/shared/ui/bare-bar.tsx'
import { Button } from '@/shared/ui/button.tsx'
import { PageTitle } from '@/shared/ui/page-title.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { EmptyView, ErrorView } from '@/shared/ui/states.tsx'

interface ScreenFrameProps {
  title: string
  /** The screen brings its own way back: without it, one is offered here. */
  bare?: boolean
  children: ReactNode
}

/** Why the screen does not show: `asking` while the server is asked whether it is there at all. */
type Trouble = 'none' | 'broken' | 'asking' | 'outage' | 'outdated'

interface ScreenFrameState {
  trouble: Trouble
}

/**
 * A screen's title and its last line of defence: a failure inside offers one way on instead of a blank page. Code that
 * did not come means an outage, or a new version that no longer has it; the server is asked once which it is.
 */
export class ScreenFrame extends Component<ScreenFrameProps, ScreenFrameState> {
  override state: ScreenFrameState = { trouble: 'none' }

  static getDerivedStateFromError(error: unknown): ScreenFrameState {
    return { trouble: error instanceof ChunkLoadError ? 'asking' : 'broken' }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkLoadError) void this.tellApart()
  }

  override componentDidMount() {
    window.addEventListener('online', this.onOnline)
    if (this.state.trouble === 'outage') this.setState({ trouble: 'none' })
  }

  // Kept screens come through here too when they are hidden: coming back is another attempt.
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
        <PageTitle title={this.props.title} />
        {this.props.bare && this.state.trouble !== 'none' && <BareBar title={this.props.title} />}
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
