import type { ReactNode } from 'react'
import { BackButton } from './back-button.tsx'
import './bare-bar.css'

interface BareBarProps {
  title: string
  /** Rendered to the right of the title. */
  action?: ReactNode
}

/** Back button and title of a page without the site's frame. */
export function BareBar({ title, action }: BareBarProps) {
  return (
    <div className="bare-bar">
      <BackButton otherwise="/user" />
      <h1>{title}</h1>
      {action}
    </div>
  )
}
