import { Link } from 'react-router-dom'
import { CHANNELS } from '@/shared/config/channels.ts'
import { Icon, type IconName } from '@/shared/ui/icons.tsx'
import { HEADER_MENU, type Section } from './menus.ts'
import './tab-bar.css'

const TABS: readonly { section: Section; label: string; to: string; icon: IconName }[] = [
  { section: 'censored', label: CHANNELS.censored.label, to: '/censored', icon: 'film' },
  { section: 'uncensored', label: CHANNELS.uncensored.label, to: '/uncensored', icon: 'layers' },
  { section: 'western', label: CHANNELS.western.label, to: '/western', icon: 'globe' },
  { section: 'user', label: '我的', to: '/user', icon: 'user' },
]

const IN_HEADER = new Set(HEADER_MENU.map((item) => item.to))

/** Bottom tabs on a phone; on a wide screen the end of the rail, without what the header's menu has (spec §2.2). */
export function TabBar({ section }: { section: Section | undefined }) {
  return (
    <nav className="tab-bar" aria-label="主导航">
      {TABS.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={IN_HEADER.has(tab.to) ? 'tab tab-in-header' : 'tab'}
          aria-current={tab.section === section ? 'page' : undefined}
        >
          <Icon name={tab.icon} size={22} />
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
