import { useQuery } from '@tanstack/react-query'
import { User } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { userInfoOptions } from '@/entities/user/api.ts'
import { daysLeft, isVip } from '@/entities/user/level.ts'
import { mediaUrl } from '@/shared/api/app-config.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { REMIND_DAYS } from '@/shared/config/constants.ts'
import { dateOnly } from '@/shared/lib/format.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import './member-header.css'

/** The level of a visitor, also used until the API has answered (R8.2). */
const VISITOR: Schemas['Level'] = { levelId: 0, groupName: '游客', groupLevel: 0 }

/** Avatar, name and group of the current user. */
export function MemberHeader() {
  const signedIn = useSignedIn()
  const info = useQuery(userInfoOptions())
  if (!signedIn) return <Visitor />
  if (info.isPending) return <Skeleton />
  if (info.data) return <Member info={info.data} />
  return (
    <Frame avatar={<Icon of={User} size={32} />}>
      <p className="member-header-name">加载失败</p>
      <button type="button" className="member-header-link" onClick={() => void info.refetch()}>
        点击重试
      </button>
    </Frame>
  )
}

function Member({ info: { user, level } }: { info: Schemas['UserInfo'] }) {
  const name = user?.userName ?? VISITOR.groupName
  return (
    <Frame avatar={<Avatar path={user?.avatar ?? ''} name={name} />}>
      <p className="member-header-name">{name}</p>
      <Group level={level} />
    </Frame>
  )
}

function Visitor() {
  return (
    <Frame avatar={<Icon of={User} size={32} />}>
      <p className="member-header-name">
        <Link to="/login" className="member-header-link">
          登录
        </Link>
        <span aria-hidden="true"> / </span>
        <Link to="/register" className="member-header-link">
          注册
        </Link>
      </p>
      <Group level={VISITOR} />
    </Frame>
  )
}

function Skeleton() {
  return (
    <div className="member-header" role="status" aria-label="加载中">
      <span className="member-header-avatar skeleton" />
      <div className="member-header-text">
        <p className="member-header-name">
          <span className="skeleton member-header-name-skeleton" />
        </p>
        <p className="member-header-group">
          <span className="skeleton member-header-group-skeleton" />
        </p>
      </div>
    </div>
  )
}

function Frame({ avatar, children }: { avatar: ReactNode; children: ReactNode }) {
  return (
    <div className="member-header">
      <span className="member-header-avatar">{avatar}</span>
      <div className="member-header-text">{children}</div>
    </div>
  )
}

/** Group name, level and expiry, with a renewal link near the end. */
function Group({ level }: { level: Schemas['Level'] }) {
  const vip = isVip(level)
  const left = vip ? daysLeft(level.expireTime, Date.now()) : null
  return (
    <>
      <p className="member-header-group numeric">
        <Badge tone={vip ? 'vip' : 'plain'}>{level.groupName}</Badge>
        <span>等级 {level.groupLevel}</span>
        {level.expireTime && <span>{dateOnly(level.expireTime)} 到期</span>}
        {left !== null && <span>还剩 {left} 天</span>}
      </p>
      {left !== null && left <= REMIND_DAYS && (
        <p className="member-header-remind">
          <span>VIP 即将到期</span>
          <Link to="/pay" className="member-header-link">
            去续费
          </Link>
        </p>
      )}
    </>
  )
}

/** The avatar; the first letter of the name if it fails to load. */
function Avatar({ path, name }: { path: string; name: string }) {
  const [broken, setBroken] = useState(path === '')
  if (broken) return <span aria-hidden="true">{Array.from(name)[0]}</span>
  return <img src={mediaUrl(path)} alt="" width={64} height={64} onError={() => setBroken(true)} />
}
