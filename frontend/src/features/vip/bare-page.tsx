import type { ReactNode } from 'react'
import { BareBar } from '@/shared/ui/bare-bar.tsx'
import './bare-page.css'

interface BarePageProps {
  title: string
  /** Stands at the right of the title. */
  action?: ReactNode
  /** Something stands over the window's foot on a phone: the page ends above it. */
  footed?: boolean
  children: ReactNode
}

/** A page outside the site's frame: a back button and its title on top (R1.4). */
export function BarePage({ title, action, footed, children }: BarePageProps) {
  return (
    <div className="bare-page" data-footed={footed || undefined}>
      <BareBar title={title} action={action} />
      {children}
    </div>
  )
}
