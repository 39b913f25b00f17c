import { skipToken, useQuery } from '@tanstack/react-query'
import { User } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { LogoutDialog } from '@/entities/user/logout-dialog.tsx'
import { siteTexts } from '@/shared/api/app-config.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { Logo } from '@/shared/ui/logo.tsx'
import { dashboardOptions } from './dashboard.ts'
import type { AdminSection, partsFor } from './sections.ts'
import { waitingIn } from './waiting.ts'
import './admin-frame.css'

interface AdminFrameProps {
  parts: ReturnType<typeof partsFor>
  current: AdminSection
  userName: string
  /** Opens the search of the console. */
  search: ReactNode
  children: ReactNode
}

/** On a phone the navigation scrolls sideways, in a low window down. */
function bringIntoSight(part: HTMLElement | null) {
  const nav = part?.parentElement
  if (!part || !nav) return
  nav.scrollLeft = part.offsetLeft - nav.offsetLeft - (nav.clientWidth - part.offsetWidth) / 2
  nav.scrollTop = part.offsetTop - nav.offsetTop - (nav.clientHeight - part.offsetHeight) / 2
}

/** Frame of the console: navigation on the left, on a phone at the top. */
export function AdminFrame({ parts, current, userName, search, children }: AdminFrameProps) {
  const sees = parts.some(({ section }) => section === 'dashboard')
  const { data: board } = useQuery(sees ? dashboardOptions() : { ...dashboardOptions(), queryFn: skipToken })
  const [leaving, setLeaving] = useState(false)
  return (
    <div className="admin-frame">
      <div className="admin-frame-side">
        <Link to="/index" className="admin-frame-home" aria-label={`${siteTexts().name} 返回网站`}>
          <Logo />
        </Link>
        {search}
        <nav aria-label="管理台" className="admin-frame-nav">
          {parts.map(({ section, label, to, icon }) => (
            <Link
              key={section}
              ref={section === current ? bringIntoSight : undefined}
              to={to}
              className="admin-frame-link"
              aria-current={section === current ? 'page' : undefined}
            >
              <Icon of={icon} />
              {label}
              <WaitingCount count={waitingIn(section, board?.waiting)} />
            </Link>
          ))}
        </nav>
        <p className="admin-frame-user">
          <Icon of={User} size={16} />
          <span className="admin-frame-name">{userName}</span>
          <button type="button" className="admin-frame-logout" onClick={() => setLeaving(true)}>
            退出
          </button>
        </p>
      </div>
      <div className="admin-frame-main">{children}</div>
      <LogoutDialog open={leaving} onClose={() => setLeaving(false)} />
    </div>
  )
}

/** Larger counts are shown as this with a plus. */
const MAX_SHOWN = 99

/** Number of open tasks of a section. */
function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="admin-frame-count numeric">
      <span className="visually-hidden">待处理</span>
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  )
}
