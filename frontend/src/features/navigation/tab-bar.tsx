import { useQueryClient } from '@tanstack/react-query'
import { Film, Globe, type IconNode, Layers, User } from 'lucide'
import type { MouseEvent } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useUnread } from '@/entities/user/use-unread.ts'
import { WORK_LISTS_KEY } from '@/entities/work/work-keys.ts'
import { CHANNELS } from '@/shared/config/channels.ts'
import { scrollToTop } from '@/shared/lib/scroll-to-top.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import type { Section } from './menus.ts'
import { UnreadDot } from './unread-dot.tsx'
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
  const unread = useUnread()
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
          {tab.section === 'user' && unread > 0 && <UnreadDot />}
        </Link>
      ))}
    </nav>
  )
}

/** Pressing the current tab scrolls to the top; at the top it refreshes the lists. */
function useAgain() {
  const { pathname } = useLocation()
  const client = useQueryClient()
  return (event: MouseEvent, to: string) => {
    if (to !== pathname || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (window.scrollY > 0) scrollToTop()
    else void client.resetQueries({ queryKey: WORK_LISTS_KEY, type: 'active' })
  }
}
