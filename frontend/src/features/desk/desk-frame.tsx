import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '@/shared/ui/icons.tsx'
import { Logo } from '@/shared/ui/logo.tsx'
import type { DeskSection, partsFor } from './sections.ts'
import './desk-frame.css'

interface DeskFrameProps {
  parts: ReturnType<typeof partsFor>
  current: DeskSection
  userName: string
  children: ReactNode
}

/** On a phone the parts are more than fit beside each other. */
function bringIntoSight(part: HTMLElement | null) {
  const row = part?.parentElement
  if (part && row) row.scrollLeft = part.offsetLeft - (row.clientWidth - part.offsetWidth) / 2
}

/** The console's frame: what one may do at the left, on a phone on top. */
export function DeskFrame({ parts, current, userName, children }: DeskFrameProps) {
  return (
    <div className="desk">
      <div className="desk-side">
        <Link to="/index" className="desk-home" aria-label="映库 返回网站">
          <Logo />
        </Link>
        <nav aria-label="管理台" className="desk-nav">
          {parts.map(({ section, label, to, icon }) => (
            <Link
              key={section}
              ref={section === current ? bringIntoSight : undefined}
              to={to}
              className="desk-part"
              aria-current={section === current ? 'page' : undefined}
            >
              <Icon name={icon} />
              {label}
            </Link>
          ))}
        </nav>
        <p className="desk-who">
          <Icon name="user" size={16} />
          {userName}
        </p>
      </div>
      <div className="desk-main">{children}</div>
    </div>
  )
}
