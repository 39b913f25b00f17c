import { ChevronRight, type IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '@/shared/ui/icons.tsx'

interface StatTileProps {
  label: string
  icon: IconNode
  value: string
  /** What else there is to say about it. */
  children?: ReactNode
  /** Where one deals with it. */
  to?: string | undefined
  /** Somebody should look. */
  urgent?: boolean
}

/** One figure with its name; a link when there is something to be done about it. */
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
