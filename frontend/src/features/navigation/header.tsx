import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Logo } from '@/shared/ui/logo.tsx'
import { HEADER_MENU, type Section } from './menus.ts'
import './header.css'

interface HeaderProps {
  search: ReactNode
  menu: ReactNode
  /** Part of the site the page belongs to; its entry stands out. */
  section?: Section
}

/** The head of every page: logo, menu entries where there is room, search, and the site menu (spec §2.2). */
export function Header({ search, menu, section }: HeaderProps) {
  const { pathname } = useLocation()
  const current = (item: (typeof HEADER_MENU)[number]) =>
    item.to === pathname ? 'page' : item.section === section || undefined
  return (
    <header className="header">
      <Link to="/index" className="header-logo" aria-label="映库 首页">
        <Logo />
      </Link>
      <nav className="header-menu" aria-label="菜单">
        {HEADER_MENU.map((item) => (
          <Link key={item.to} to={item.to} aria-current={current(item)}>
            {item.label}
          </Link>
        ))}
      </nav>
      {search}
      {menu}
    </header>
  )
}
