import { Crown, type IconNode, Menu, MessageSquareText, ReceiptText } from 'lucide'
import { Link } from 'react-router-dom'
import { useNews } from '@/entities/user/use-news.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { MENU, MemberMenu } from './member-menu.tsx'
import './member-bar.css'

const LINKS: readonly { label: string; to: string; icon: IconNode }[] = [
  { label: 'VIP', to: '/pay', icon: Crown },
  { label: '订单', to: '/orders', icon: ReceiptText },
  { label: '客服', to: '/message', icon: MessageSquareText },
]

/** The buttons at the top of the member centre: VIP, orders, support and menu, with what is unread (R8.1). */
export function MemberBar() {
  const sheet = useUrlDialog('sheet')
  const { replies, decided } = useNews()
  return (
    <div className="member-bar">
      {LINKS.map(({ label, to, icon }) => (
        <Link key={to} to={to} className={to === '/pay' ? 'member-bar-link member-bar-vip' : 'member-bar-link'}>
          <Icon of={icon} size={22} />
          {label}
          {to === '/message' && <Unread count={replies} of="条新回复" />}
        </Link>
      ))}
      <button type="button" className="member-bar-link" aria-haspopup="dialog" onClick={() => sheet.open(MENU)}>
        <Icon of={Menu} size={22} />
        更多
        <Unread count={decided} of="个申请有结果" />
      </button>
      <MemberMenu sheet={sheet} />
    </div>
  )
}

/** The number of what is unread; nothing if there is none. */
function Unread({ count, of }: { count: number; of: string }) {
  if (count === 0) return null
  return (
    <span className="member-bar-unread numeric">
      {count}
      <span className="visually-hidden">{of}</span>
    </span>
  )
}
