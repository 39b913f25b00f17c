import { useQuery } from '@tanstack/react-query'
import { User } from 'lucide'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { userInfoOptions } from '@/entities/user/api.ts'
import { useHasNews } from '@/entities/user/use-news.ts'
import { mediaUrl, siteTexts } from '@/shared/api/app-config.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { Logo } from '@/shared/ui/logo.tsx'
import { HEADER_MENU, type Section } from './menus.ts'
import { UnreadDot } from './unread-dot.tsx'
import { useAgain } from './use-again.ts'
import './header.css'

interface HeaderProps {
  search: ReactNode
  menu: ReactNode
  /** Section of the page; its entry is highlighted. */
  section?: Section
}

/** The header of every page: logo, menu on wide screens, search and site menu (R1.26). */
export function Header({ search, menu, section }: HeaderProps) {
  const { pathname } = useLocation()
  const onAgain = useAgain()
  const current = (item: (typeof HEADER_MENU)[number]) =>
    item.to === pathname ? 'page' : item.section === section || undefined
  return (
    <header className="header">
      <Link
        to="/index"
        className="header-logo"
        aria-label={`${siteTexts().name} 首页`}
        onClick={(event) => onAgain(event, '/index')}
      >
        <Logo />
      </Link>
      <nav className="header-menu" aria-label="菜单">
        {HEADER_MENU.map((item) => (
          <Link key={item.to} to={item.to} aria-current={current(item)} onClick={(event) => onAgain(event, item.to)}>
            {item.label}
          </Link>
        ))}
      </nav>
      {search}
      <HeaderAccount />
      {menu}
    </header>
  )
}

/** Login or account link of wide screens. */
function HeaderAccount() {
  const signedIn = useSignedIn()
  const info = useQuery(userInfoOptions())
  const hasNews = useHasNews()
  if (!signedIn) {
    return (
      <Link to="/login" className="header-account" data-visitor>
        登录
      </Link>
    )
  }
  const user = info.data?.user
  const name = [user?.userName, '我的', hasNews && '有新消息'].filter(Boolean).join(' ')
  return (
    <Link to="/user" className="header-account" aria-label={name}>
      {user?.avatar ? (
        <img src={mediaUrl(user.avatar)} alt="" width={32} height={32} />
      ) : (
        <span className="header-account-mark">
          <Icon of={User} size={18} />
        </span>
      )}
      {hasNews && <UnreadDot />}
    </Link>
  )
}
