import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { Icon } from '@/shared/ui/icons.tsx'
import './bare-page.css'

interface BarePageProps {
  title: string
  /** Stands at the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A page outside the site's frame: the way back and its title on top (spec §2.3). */
export function BarePage({ title, action, children }: BarePageProps) {
  const navigate = useNavigate()
  return (
    <div className="bare-page">
      <div className="bare-bar">
        <button
          type="button"
          className="icon-button"
          aria-label="返回"
          onClick={() => void (window.history.length > 1 ? navigate(-1) : navigate('/user'))}
        >
          <Icon name="back" size={22} />
        </button>
        <h1>{title}</h1>
        {action}
      </div>
      {children}
    </div>
  )
}
