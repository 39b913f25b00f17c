import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useUnread } from '@/entities/user/use-unread.ts'
import { Icon, type IconName } from '@/shared/ui/icons.tsx'
import { MemberMenu } from './member-menu.tsx'
import './member-bar.css'

const WAYS: readonly { label: string; to: string; icon: IconName }[] = [
  { label: 'VIP', to: '/pay', icon: 'crown' },
  { label: '订单', to: '/orders', icon: 'receipt' },
  { label: '客服', to: '/message', icon: 'chat' },
]

/** The buttons on top of the member centre: VIP, orders, support and the menu (R8.1). */
export function MemberBar() {
  const [open, setOpen] = useState(false)
  return (
    <div className="member-bar">
      {WAYS.map(({ label, to, icon }) => (
        <Link key={to} to={to} className={icon === 'crown' ? 'member-way member-way-vip' : 'member-way'}>
          <Icon name={icon} size={22} />
          {label}
          {icon === 'chat' && <Unread />}
        </Link>
      ))}
      <button type="button" className="member-way" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="menu" size={22} />
        更多
      </button>
      <MemberMenu open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

/** How many conversations have a reply nobody has read; nothing when there are none. */
function Unread() {
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <span className="member-unread numeric">
      {unread}
      <span className="visually-hidden">条新回复</span>
    </span>
  )
}
