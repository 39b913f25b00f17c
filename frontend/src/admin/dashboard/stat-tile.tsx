import { ChevronRight, type IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '@/shared/ui/icons.tsx'

interface StatTileProps {
  label: string
  icon: IconNode
  value: string
  /** Further details. */
  children?: ReactNode
  /** Link to the page that handles it. */
  to?: string | undefined
  /** Highlights the figure. */
  urgent?: boolean
}

/** A figure with its name; a link if `to` is set. */
export function StatTile({ label, icon, value, children, to, urgent }: StatTileProps) {
  const content = (
    <>
      <span className="stat-label">
        <Icon of={icon} size={18} />
        {label}
      </span>
      <span className="stat-value numeric">{value}</span>
      <span className="stat-note numeric">{children}</span>
    </>
  )
  const marks = { className: 'stat', 'data-urgent': urgent || undefined }
  return to ? (
    <Link to={to} {...marks}>
      {content}
      <span className="stat-link">
        <Icon of={ChevronRight} size={16} />
      </span>
    </Link>
  ) : (
    <div {...marks}>{content}</div>
  )
}
