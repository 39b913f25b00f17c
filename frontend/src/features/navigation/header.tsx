import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Logo } from '@/shared/ui/logo.tsx'
import { HEADER_MENU } from './menus.ts'
import './header.css'

/** The head of every page: logo, menu entries where there is room, search, and the site menu (spec §2.2). */
export function Header({ search, menu }: { search: ReactNode; menu: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <header className="header">
      <Link to="/index" className="header-logo" aria-label="映库 首页">
        <Logo />
      </Link>
      <nav className="header-menu" aria-label="菜单">
        {HEADER_MENU.map((item) => (
          <Link key={item.to} to={item.to} aria-current={item.to === pathname ? 'page' : undefined}>
            {item.label}
          </Link>
        ))}
      </nav>
      {search}
      {menu}
    </header>
  )
}
