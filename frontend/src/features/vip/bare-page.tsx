import type { ReactNode } from 'react'
import { BareBar } from '@/shared/ui/bare-bar.tsx'
import './bare-page.css'

interface BarePageProps {
  title: string
  /** Rendered to the right of the title. */
  action?: ReactNode
  /** Leaves room for a fixed footer on a phone. */
  footed?: boolean
  children: ReactNode
}

/** A page without the site's frame: back button and title (R1.4). */
export function BarePage({ title, action, footed, children }: BarePageProps) {
  return (
    <div className="bare-page" data-footed={footed || undefined}>
      <BareBar title={title} action={action} />
      {children}
    </div>
  )
}
