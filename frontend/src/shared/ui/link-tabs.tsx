import { Link } from 'react-router-dom'
import './link-tabs.css'

/** One tab that is an address. */
export interface LinkTab {
  label: string
  to: string
  current: boolean
}

/** Tab headers as links: they can be opened in a new window, and the browser knows them. */
export function LinkTabs({ label, tabs, small = false }: { label: string; tabs: LinkTab[]; small?: boolean }) {
  return (
    <nav aria-label={label} className={small ? 'link-tabs link-tabs-small' : 'link-tabs'}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} replace aria-current={tab.current ? 'page' : undefined} className="link-tab">
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
