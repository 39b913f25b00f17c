import { Film, Globe, type IconNode, Layers, User } from 'lucide'
import { Link } from 'react-router-dom'
import { useHasNews } from '@/entities/user/use-news.ts'
import { CHANNELS } from '@/shared/config/channels.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import type { Section } from './menus.ts'
import { UnreadDot } from './unread-dot.tsx'
import { useAgain } from './use-again.ts'
import './tab-bar.css'

const TABS: readonly { section: Section; label: string; to: string; icon: IconNode }[] = [
  { section: 'censored', label: CHANNELS.censored.label, to: '/censored', icon: Film },
  { section: 'uncensored', label: CHANNELS.uncensored.label, to: '/uncensored', icon: Layers },
  { section: 'western', label: CHANNELS.western.label, to: '/western', icon: Globe },
  { section: 'user', label: '我的', to: '/user', icon: User },
]

/** Bottom tabs on a phone, the top of the side rail on wide screens (R1.27). */
export function TabBar({ section }: { section: Section | undefined }) {
  const onAgain = useAgain()
  const hasNews = useHasNews()
  return (
    <nav className="tab-bar" aria-label="主导航">
      {TABS.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className="tab-bar-link"
          aria-current={tab.section === section ? 'page' : undefined}
          onClick={(event) => onAgain(event, tab.to)}
        >
          <Icon of={tab.icon} size={22} />
          {tab.label}
          {tab.section === 'user' && hasNews && <UnreadDot />}
        </Link>
      ))}
    </nav>
  )
}
