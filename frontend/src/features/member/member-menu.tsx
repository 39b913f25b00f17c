import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ChevronRight,
  Crown,
  Download,
  EyeOff,
  Globe,
  type IconNode,
  LayoutGrid,
  LogOut,
  ReceiptText,
  RotateCw,
  ShieldCheck,
  Ticket,
} from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { userInfoOptions } from '@/entities/user/api.ts'
import { isVip } from '@/entities/user/level.ts'
import { LogoutDialog } from '@/entities/user/logout-dialog.tsx'
import { useNews } from '@/entities/user/use-news.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { DOWNLOADS_PATH } from '@/shared/config/paths.ts'
import type { UrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { HiddenDialog } from './hidden-dialog.tsx'
import { refreshVersion } from './refresh-version.ts'
import { useTraces } from './traces.ts'
import './member-menu.css'

const LINKS: readonly { label: string; to: string; icon: IconNode }[] = [
  { label: '我的订单', to: '/orders', icon: ReceiptText },
  { label: '开通VIP', to: '/pay', icon: Crown },
  { label: '激活码兑换', to: '/sub', icon: Ticket },
]

const MEMBER_LINKS: typeof LINKS = [
  { label: '离线下载', to: DOWNLOADS_PATH, icon: Download },
  { label: '账户安全', to: '/user/account', icon: ShieldCheck },
]
const OPERATOR_LINKS: typeof LINKS = [{ label: '管理台', to: '/admin', icon: LayoutGrid }]

/** What `?sheet=` says while the menu, or what it leads to, is open. */
export const MENU = 'more'
const HIDDEN = 'hidden'

/** The menu on the right: orders, VIP, download requests, account, what is hidden, language, refreshing the version, and logging out (R8.6). */
export function MemberMenu({ sheet }: { sheet: UrlDialog }) {
  const signedIn = useSignedIn()
  const client = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const traces = useTraces()
  const { decided } = useNews()
  const info = useQuery(userInfoOptions())
  const isOperator = signedIn && (info.data?.permissions.length ?? 0) > 0
  const links = [...LINKS, ...(signedIn ? MEMBER_LINKS : []), ...(isOperator ? OPERATOR_LINKS : [])]
  return (
    <>
      <Dialog title="更多" open={sheet.value === MENU} onClose={sheet.close} shape="side">
        <ul className="member-menu">
          {links.map(({ label, to, icon }) => (
            <li key={to}>
              <Link to={to} className="member-menu-row" replace>
                <Icon of={icon} />
                <span>{to === '/pay' && isVip(info.data?.level) ? '续费VIP' : label}</span>
                {to === DOWNLOADS_PATH && decided > 0 && (
                  <span className="member-menu-news numeric">{`${decided} 个有结果`}</span>
                )}
                <Icon of={ChevronRight} size={16} />
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              className="member-menu-row"
              aria-haspopup="dialog"
              onClick={() => sheet.change(HIDDEN)}
            >
              <Icon of={EyeOff} />
              <span>不想看的内容</span>
              <Icon of={ChevronRight} size={16} />
            </button>
          </li>
          <li className="member-menu-row">
            <Icon of={Globe} />
            <span>语言</span>
            <span className="member-menu-value">中文</span>
          </li>
          <li>
            <button type="button" className="member-menu-row" onClick={() => void refreshVersion(client)}>
              <Icon of={RotateCw} />
              <span>刷新版本</span>
            </button>
          </li>
          {signedIn && (
            <li>
              <button
                type="button"
                className="member-menu-row member-menu-out"
                onClick={() => {
                  sheet.close()
                  setLeaving(true)
                }}
              >
                <Icon of={LogOut} />
                <span>退出登录</span>
              </button>
            </li>
          )}
        </ul>
      </Dialog>
      {sheet.value === HIDDEN && <HiddenDialog onClose={sheet.close} />}
      <LogoutDialog open={leaving} onClose={() => setLeaving(false)} others={traces} />
    </>
  )
}
