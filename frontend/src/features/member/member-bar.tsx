import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Icon, type IconName } from '@/shared/ui/icons.tsx'
import { MemberMenu } from './member-menu.tsx'
import './member-bar.css'

const WAYS: readonly { label: string; to: string; icon: IconName }[] = [
  { label: 'VIP', to: '/pay', icon: 'crown' },
  { label: '订单', to: '/orders', icon: 'receipt' },
  { label: '客服', to: '/message', icon: 'chat' },
]

/** The buttons on top of the member centre: VIP, orders, support and the menu (spec §2.6). */
export function MemberBar() {
  const [open, setOpen] = useState(false)
  return (
    <div className="member-bar">
      {WAYS.map(({ label, to, icon }) => (
        <Link key={to} to={to} className={icon === 'crown' ? 'member-way member-way-vip' : 'member-way'}>
          <Icon name={icon} size={22} />
          {label}
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
