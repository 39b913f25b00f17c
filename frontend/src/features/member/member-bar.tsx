import { Crown, type IconNode, Menu, MessageSquareText, ReceiptText } from 'lucide'
import { Link } from 'react-router-dom'
import { useUnread } from '@/entities/user/use-unread.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { MENU, MemberMenu } from './member-menu.tsx'
import './member-bar.css'

const LINKS: readonly { label: string; to: string; icon: IconNode }[] = [
  { label: 'VIP', to: '/pay', icon: Crown },
  { label: '订单', to: '/orders', icon: ReceiptText },
  { label: '客服', to: '/message', icon: MessageSquareText },
]

/** The buttons at the top of the member centre: VIP, orders, support and menu (R8.1). */
export function MemberBar() {
  const sheet = useUrlDialog('sheet')
  return (
    <div className="member-bar">
      {LINKS.map(({ label, to, icon }) => (
        <Link key={to} to={to} className={to === '/pay' ? 'member-bar-link member-bar-vip' : 'member-bar-link'}>
          <Icon of={icon} size={22} />
          {label}
          {to === '/message' && <Unread />}
        </Link>
      ))}
      <button type="button" className="member-bar-link" aria-haspopup="dialog" onClick={() => sheet.open(MENU)}>
        <Icon of={Menu} size={22} />
        更多
      </button>
      <MemberMenu sheet={sheet} />
    </div>
  )
}

/** Number of conversations with an unread reply; nothing if there are none. */
function Unread() {
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <span className="member-bar-unread numeric">
      {unread}
      <span className="visually-hidden">条新回复</span>
    </span>
  )
}
