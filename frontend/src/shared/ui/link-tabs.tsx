import { Link } from 'react-router-dom'
import './link-tabs.css'

/** A tab with a path. */
export interface LinkTab {
  label: string
  to: string
  current: boolean
}

/** Tabs as links, which can be opened in a new window. */
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
