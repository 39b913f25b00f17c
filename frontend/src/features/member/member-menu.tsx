import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { userInfoOptions } from '@/entities/user/api/user-info.ts'
import { isVip } from '@/entities/user/level.ts'
import { LogoutDialog } from '@/entities/user/logout-dialog.tsx'
import { useSignedIn } from '@/shared/api/session.ts'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Icon, type IconName } from '@/shared/ui/icons.tsx'
import { refreshVersion } from './refresh-version.ts'
import './member-menu.css'

const LINKS: readonly { label: string; to: string; icon: IconName }[] = [
  { label: '我的订单', to: '/orders', icon: 'receipt' },
  { label: '开通VIP', to: '/pay', icon: 'crown' },
  { label: '激活码兑换', to: '/sub', icon: 'ticket' },
]

const MEMBER_LINKS: typeof LINKS = [{ label: '账户安全', to: '/user/account', icon: 'shield' }]
const OPERATOR_LINKS: typeof LINKS = [{ label: '管理台', to: '/admin', icon: 'tiles' }]

/** The menu on the right: orders, VIP, account, language, refreshing the version, and logging out (R8.6). */
export function MemberMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const signedIn = useSignedIn()
  const client = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const info = useQuery({ ...userInfoOptions(), enabled: signedIn })
  const isOperator = signedIn && (info.data?.permissions.length ?? 0) > 0
  const links = [...LINKS, ...(signedIn ? MEMBER_LINKS : []), ...(isOperator ? OPERATOR_LINKS : [])]
  return (
    <>
      <Dialog title="更多" open={open} onClose={onClose} shape="side">
        <ul className="member-menu">
          {links.map(({ label, to, icon }) => (
            <li key={to}>
              <Link to={to} className="member-menu-row" onClick={onClose}>
                <Icon name={icon} />
                <span>{to === '/pay' && isVip(info.data?.level) ? '续费VIP' : label}</span>
                <Icon name="chevron" size={16} />
              </Link>
            </li>
          ))}
          <li className="member-menu-row">
            <Icon name="globe" />
            <span>语言</span>
            <span className="member-menu-value">中文</span>
          </li>
          <li>
            <button type="button" className="member-menu-row" onClick={() => void refreshVersion(client)}>
              <Icon name="refresh" />
              <span>刷新版本</span>
            </button>
          </li>
          {signedIn && (
            <li>
              <button
                type="button"
                className="member-menu-row member-menu-out"
                onClick={() => {
                  onClose()
                  setLeaving(true)
                }}
              >
                <Icon name="logout" />
                <span>退出登录</span>
              </button>
            </li>
          )}
        </ul>
      </Dialog>
      <LogoutDialog open={leaving} onClose={() => setLeaving(false)} />
    </>
  )
}
