import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import { dateOnly } from '@/shared/lib/format.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { OrderStatus } from '../kit/order-status.tsx'
import { type AdminSection, partsFor } from '../kit/sections.ts'
import { memberNamedOptions, ordersOfOptions, questionsOptions } from './api.ts'
import { stateName } from './states.ts'
import './member-panel.css'

/** Entries of a list in the panel. */
const SHOWN = 5
const FORBIDDEN = 403
/** Statuses of orders that somebody may ask about: unpaid and abnormal. */
const OPEN_ORDERS: readonly number[] = [0, 2]

/** Props of a link that opens a conversation in place. */
export type OpenLink = (id: string) => Pick<LinkProps, 'to' | 'replace' | 'state' | 'preventScrollReset' | 'onClick'>

interface MemberPanelProps {
  userName: string
  /** Id of the open conversation. */
  openId: string
  openLink: OpenLink
}

/** The member who asks, as far as this operator may see: VIP, orders, and other questions. */
export function MemberPanel({ userName, openId, openLink }: MemberPanelProps) {
  const permissions = useQuery(userInfoOptions()).data?.permissions ?? []
  const sees = (wanted: AdminSection) => partsFor(permissions).some(({ section }) => section === wanted)
  return (
    <>
      <h2 className="member-panel-name">{userName}</h2>
      {sees('members') && <Account userName={userName} />}
      {sees('orders') && <Orders userName={userName} />}
      <Questions userName={userName} openId={openId} openLink={openLink} />
    </>
  )
}

function Account({ userName }: { userName: string }) {
  const member = useQuery(memberNamedOptions(userName))
  return (
    <Part title="账号" query={member}>
      {(found) => (found ? <AccountFacts member={found} /> : <p className="member-panel-none">没有这个会员</p>)}
    </Part>
  )
}

function AccountFacts({ member }: { member: Schemas['AdminMember'] }) {
  const { id, vipUntil, disabled, createTime } = member
  return (
    <>
      <dl className="member-panel-facts numeric">
        <dt>VIP</dt>
        <dd>{vipUntil ? <span className="member-panel-vip">至 {dateOnly(vipUntil)}</span> : '没有'}</dd>
        <dt>状态</dt>
        <dd>{disabled === 1 ? <Badge tone="accent">已停用</Badge> : '正常'}</dd>
        <dt>注册</dt>
        <dd>{dateOnly(createTime)}</dd>
      </dl>
      <Link to={`/admin/members?open=${id}`} className="admin-link member-panel-more">
        会员详情
      </Link>
    </>
  )
}

function Orders({ userName }: { userName: string }) {
  const orders = useQuery(ordersOfOptions(userName))
  return (
    <Part title="订单" query={orders}>
      {({ rows, total }) => {
        const own = rows.filter((row) => row.userName === userName)
        const open = own.filter(({ status }) => OPEN_ORDERS.includes(status))
        const shown = [...open, ...own.filter((row) => !open.includes(row))].slice(0, SHOWN)
        if (shown.length === 0) return <p className="member-panel-none">没有订单</p>
        return (
          <>
            <ul className="member-panel-entries">
              {shown.map((order) => (
                <OrderEntry key={order.orderId} order={order} />
              ))}
            </ul>
            {total > shown.length && (
              <Link
                to={`/admin/orders?keyword=${encodeURIComponent(userName)}`}
                className="admin-link member-panel-more"
              >
                全部 {total} 个订单
              </Link>
            )}
          </>
        )
      }}
    </Part>
  )
}

function OrderEntry({ order: { orderId, payName, price, status, createTime } }: { order: Schemas['AdminOrder'] }) {
  return (
    <li>
      <Link to={`/admin/orders?open=${orderId}`} className="member-panel-entry">
        <span className="member-panel-entry-head">
          <span>
            {payName} · ¥{price}
          </span>
          <OrderStatus status={status} />
        </span>
        <span className="member-panel-entry-more numeric">{createTime}</span>
      </Link>
    </li>
  )
}

function Questions({ userName, openId, openLink }: MemberPanelProps) {
  const questions = useQuery(questionsOptions(userName))
  return (
    <Part title="其他留言" query={questions}>
      {({ rows }) => {
        // The name is also searched for in the questions of others.
        const own = rows.filter((row) => row.userName === userName && row.id !== openId).slice(0, SHOWN)
        if (own.length === 0) return <p className="member-panel-none">没有其他留言</p>
        return (
          <ul className="member-panel-entries">
            {own.map(({ id, message, status, updateTime }) => (
              <li key={id}>
                <Link {...openLink(id)} className="member-panel-entry">
                  <span className="member-panel-entry-head">
                    <span className="member-panel-entry-text">{message}</span>
                    <Badge tone="quiet">{stateName(status)}</Badge>
                  </span>
                  <span className="member-panel-entry-more numeric">{updateTime}</span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }}
    </Part>
  )
}

interface PartProps<Data> {
  title: string
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** A part of the panel. Permissions may have changed since they were loaded: what is refused is left out. */
function Part<Data>({ title, query, children }: PartProps<Data>) {
  if (query.error instanceof ApiError && query.error.status === FORBIDDEN) return null
  return (
    <section className="member-panel-part" aria-label={title}>
      <h3>{title}</h3>
      <QueryView query={query} fallback={<PartSkeleton />}>
        {children}
      </QueryView>
    </section>
  )
}

function PartSkeleton() {
  return (
    <div role="status" aria-label="加载中" className="member-panel-part-skeleton">
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}
