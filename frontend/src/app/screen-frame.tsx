import { Component, type ReactNode } from 'react'
import { Button } from '@/shared/ui/button.tsx'
import { PageTitle } from '@/shared/ui/page-title.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'

interface ScreenFrameProps {
  title: string
  children: ReactNode
}

/** A chunk that is gone because a new version was published (the browsers' three wordings, and the bundler's own). */
const CHUNK_GONE =
  /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload CSS/i

/** A screen's title and its last line of defence: a failure inside offers one way on instead of a blank page. */
export class ScreenFrame extends Component<ScreenFrameProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error == null) {
      return (
        <>
          <PageTitle title={this.props.title} />
          {this.props.children}
        </>
      )
    }
    const outdated = error instanceof Error && CHUNK_GONE.test(error.message)
    return (
      <EmptyView text={outdated ? '有新版本，请刷新页面' : '页面出错了'}>
        <Button round onClick={() => window.location.reload()}>
          刷新
        </Button>
      </EmptyView>
    )
  }
}
