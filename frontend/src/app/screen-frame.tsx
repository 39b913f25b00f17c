import type { ReactNode } from 'react'
import { BareBar } from '@/shared/ui/bare-bar.tsx'
import { PageTitle } from '@/shared/ui/page-title.tsx'
import { ScreenBoundary } from '@/shared/ui/screen-boundary.tsx'

interface ScreenFrameProps {
  title: string
  /** The screen has its own back link; otherwise one is rendered here. */
  bare?: boolean
  children: ReactNode
}

/** A screen's title and error boundary. */
export function ScreenFrame({ title, bare, children }: ScreenFrameProps) {
  return (
    <>
      <PageTitle title={title} />
      <ScreenBoundary head={bare && <BareBar title={title} />}>{children}</ScreenBoundary>
    </>
  )
}
