import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { ordersOptions } from '@/entities/order/api.ts'
import { isVip } from '@/entities/user/level.ts'
import { refreshLevel, useLevel } from '@/entities/user/use-level.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { BarePage } from './bare-page.tsx'
import { OrderRow } from './order-row.tsx'
import '@/shared/ui/chip.css'
import './orders-page.css'

const SKELETONS = [0, 1, 2]
const PAID = 1

/** /orders, 订单记录 (R11.3). */
export default function OrdersPage() {
  const signedIn = useSignedIn()
  return (
    <BarePage
      title="订单记录"
      action={
        <Link to="/pay" className="bare-page-link">
          VIP充值
        </Link>
      }
    >
      {signedIn ? <Orders /> : <ForVisitors />}
    </BarePage>
  )
}

function Orders() {
  const client = useQueryClient()
  const orders = useQuery(ordersOptions())
  const paid = orders.data?.filter(({ status }) => status === PAID).length ?? 0
  // An order may have been paid in another window, which changes the level.
  useEffect(() => {
    if (paid > 0) refreshLevel(client)
  }, [client, paid])

  const level = useLevel()
  const until = isVip(level) ? level?.expireTime : undefined
  const lastGiven = orders.data?.find(({ status, kind }) => status === PAID && kind === 'time')

  return (
    <QueryView query={orders} fallback={<Skeleton />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyView text="还没有订单" hint="购买的 VIP 和激活码会出现在这里。">
            <Link to="/pay" className="chip">
              去看看 VIP
            </Link>
          </EmptyView>
        ) : (
          <>
            <div className="orders-head">
              <p>仅显示最近20条订单</p>
              <button
                type="button"
                className="chip"
                aria-disabled={orders.isFetching || undefined}
                onClick={() => orders.isFetching || void orders.refetch()}
              >
                <Icon of={RotateCw} size={16} />
                刷新列表
              </button>
            </div>
            <ul className="orders">
              {rows.map((order) => (
                <li key={order.orderId}>
                  <OrderRow
                    order={order}
                    fetchedAt={orders.dataUpdatedAt}
                    until={order.orderId === lastGiven?.orderId ? until : undefined}
                  />
                </li>
              ))}
            </ul>
          </>
        )
      }
    </QueryView>
  )
}

function ForVisitors() {
  return (
    <EmptyView text="登录后查看订单" hint="订单记录只有购买者本人可以看到。">
      <Link to="/login" className="chip">
        去登录
      </Link>
    </EmptyView>
  )
}

function Skeleton() {
  return (
    <div role="status" aria-label="加载中">
      <div className="orders-head" />
      <div className="orders">
        {SKELETONS.map((index) => (
          <div key={index} className="order order-skeleton skeleton" />
        ))}
      </div>
    </div>
  )
}
