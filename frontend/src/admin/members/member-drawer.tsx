import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { MemberDetail } from '@/shared/api/types.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { useRecentItem } from '../kit/recent-items.ts'
import { memberDetailOptions } from './api.ts'
import { DaysDialog } from './days-dialog.tsx'
import { DisableDialog } from './disable-dialog.tsx'
import { MemberFacts } from './member-facts.tsx'
import { roleName } from './names.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import './member-drawer.css'

type MemberAction = 'days' | 'disable' | 'password' | 'role'

/** Details of a member with the available actions. */
export function MemberDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const detail = useQuery(memberDetailOptions(id))
  const { data } = detail
  useRecentItem('members', id, data?.userName, data && roleName(data.role))
  return (
    <Dialog title={data ? `会员 ${data.userName}` : '会员'} open onClose={onClose} shape="drawer">
      <div className="admin-drawer">
        <QueryView query={detail}>
          {(member) => (
            <>
              <MemberActions detail={member} />
              <MemberFacts detail={member} />
            </>
          )}
        </QueryView>
      </div>
    </Dialog>
  )
}

/** The actions this operator may perform; the server checks each again. */
function MemberActions({ detail }: { detail: MemberDetail }) {
  const info = useQuery(userInfoOptions())
  const [dialog, setDialog] = useState<MemberAction | null>(null)
  if (!info.data) return null
  const isAdmin = info.data.roles.includes('admin')
  const isSelf = info.data.user?.userId === detail.id
  const isOperator = detail.role !== 'member' || detail.permissions.length > 0
  if (isOperator && !isAdmin) return <p className="admin-note">只有管理员可以更改管理账号。</p>

  const close = () => setDialog(null)
  return (
    <>
      <div className="member-drawer-actions">
        <Button round onClick={() => setDialog('days')}>
          调整VIP天数
        </Button>
        {!isSelf && (
          <Button round onClick={() => setDialog('password')}>
            重置密码
          </Button>
        )}
        {isAdmin && !isSelf && (
          <Button round onClick={() => setDialog('role')}>
            更改角色
          </Button>
        )}
        {!isSelf && (
          <Button round onClick={() => setDialog('disable')}>
            {detail.disabled === 1 ? '启用' : '停用'}
          </Button>
        )}
      </div>
      {isSelf && <p className="admin-note">这是您自己的账号，不能在这里停用、更改角色或重置密码。</p>}
      {dialog === 'days' && <DaysDialog detail={detail} onClose={close} />}
      {dialog === 'disable' && <DisableDialog detail={detail} onClose={close} />}
      {dialog === 'password' && <PasswordDialog detail={detail} onClose={close} />}
      {dialog === 'role' && <RoleDialog detail={detail} onClose={close} />}
    </>
  )
}
