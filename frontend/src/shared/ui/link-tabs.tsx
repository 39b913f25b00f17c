import { Link, useNavigate } from 'react-router-dom'
import { useSwipe } from '../lib/use-swipe.ts'
import './link-tabs.css'

/** A tab with a path. */
export interface LinkTab {
  label: string
  to: string
  current: boolean
}

/** Touch handlers for what tabs show: a swipe goes to the next tab or the one before. */
export function useTabSwipe(tabs: readonly LinkTab[]) {
  const navigate = useNavigate()
  return useSwipe((step) => {
    const tab = tabs[tabs.findIndex(({ current }) => current) + step]
    if (tab) void navigate(tab.to, { replace: true })
  })
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
