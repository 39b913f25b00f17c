import type { ReactNode } from 'react'
import type { MemberDetail } from '@/shared/api/types.ts'
import { browserName } from '@/shared/lib/browser-name.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { actionName } from '../kit/action-names.ts'
import { ChangeList } from '../kit/change-list.tsx'
import { statusName } from '../kit/order-names.ts'
import { PartLink } from '../kit/part-link.tsx'
import { permissionName, roleName, SOURCES } from './names.ts'

export function MemberFacts({ detail }: { detail: MemberDetail }) {
  const { sessions, grants, orders, messages, audit } = detail
  return (
    <>
      <Account detail={detail} />
      <Part title="登录的设备" empty="没有登录的设备">
        {sessions.map(({ id, agent, network, createTime, updateTime }) => (
          <Entry key={id} head={browserName(agent)} time={createTime}>
            {network} · 最近使用 {updateTime}
          </Entry>
        ))}
      </Part>
      <Part title="VIP记录" empty="没有VIP记录">
        {grants.map(({ id, source, days, startTime, endTime, createTime }) => (
          <Entry key={id} head={`${SOURCES[source] ?? source} · ${daysText(days)}`} time={createTime}>
            {days > 0 ? `${startTime} 至 ${endTime}` : `VIP 到 ${endTime}`}
          </Entry>
        ))}
      </Part>
      <Part title="订单" empty="没有订单">
        {orders.map(({ orderId, payName, price, payChannel, status, createTime }) => (
          <Entry key={orderId} head={`${payName} · ${price} 元`} time={createTime}>
            <span className="numeric">
              <PartLink section="orders" query={{ open: orderId }}>
                {orderId}
              </PartLink>
            </span>{' '}
            · {payChannel === 'weixin' ? '微信支付' : '支付宝'} · {statusName(status)}
          </Entry>
        ))}
      </Part>
      <Part title="未关闭的留言" empty="没有未关闭的留言">
        {messages.map(({ id, message, status, updateTime }) => (
          <Entry key={id} head={message} time={updateTime}>
            {status === 0 ? '待答复' : '已答复'}
          </Entry>
        ))}
      </Part>
      <Part title="操作记录" empty="没有操作记录">
        {audit.map(({ id, actor, action, before, after, reason, createTime }) => (
          <Entry key={id} head={`${actionName(action)} · ${actor}`} time={createTime}>
            <ChangeList targetKind="user" before={before} after={after} />
            {reason && <p>原因：{reason}</p>}
          </Entry>
        ))}
      </Part>
    </>
  )
}

function Account({ detail }: { detail: MemberDetail }) {
  const facts: [string, ReactNode][] = [
    [
      '编号',
      <span key="id" className="numeric">
        {detail.id}
      </span>,
    ],
    ['安全邮箱', detail.email || '—'],
    ['角色', roleName(detail.role)],
    ['额外权限', detail.permissions.map(permissionName).join('、') || '—'],
    ['VIP', detail.vipUntil ? `至 ${detail.vipUntil}` : '—'],
    [
      '状态',
      detail.disabled === 1 ? (
        <Badge key="state" tone="accent">
          已停用
        </Badge>
      ) : (
        '正常'
      ),
    ],
    ['注册时间', detail.createTime],
  ]
  return (
    <dl className="member-drawer-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function daysText(days: number): string {
  if (days === 0) return '结束VIP'
  return days > 0 ? `增加 ${days} 天` : `扣除 ${-days} 天`
}

function Part({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section className="member-drawer-part" aria-label={title}>
      <h3>{title}</h3>
      {children.length === 0 ? <p className="member-drawer-empty">{empty}</p> : <ul>{children}</ul>}
    </section>
  )
}

function Entry({ head, time, children }: { head: string; time: string; children: ReactNode }) {
  return (
    <li>
      <div className="member-drawer-entry-head">
        <span>{head}</span>
        <time>{time}</time>
      </div>
      <div className="member-drawer-entry-more">{children}</div>
    </li>
  )
}
