import { useQuery } from '@tanstack/react-query'
import { CHANNELS } from '@/entities/order/channels.ts'
import { TRADE_NUMBER_MAX } from '@/shared/config/constants.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { known } from '../kit/table-params.ts'
import { FIGURES, TIMES } from '../kit/table-sort.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { adminOrdersOptions, type OrderRow } from './api.ts'
import { OrderDrawer } from './order-drawer.tsx'
import { paidThrough, STATUS_NAMES } from './order-labels.ts'
import { OrderStatus } from './order-status.tsx'

const SORT_FIELDS = { price: FIGURES, createTime: TIMES, paidTime: TIMES }

const STATUS_CHOICES = [
  { value: '', label: '全部' },
  ...([0, 1, 2, 3, 4] as const).map((status) => ({ value: `${status}` as const, label: STATUS_NAMES[status] })),
] as const
const CHANNEL_CHOICES = [
  { value: '', label: '全部渠道' },
  ...CHANNELS.map(({ channel, name }) => ({ value: channel, label: name })),
] as const

function columnsOf(open: (orderId: string) => void): Column<OrderRow, keyof typeof SORT_FIELDS>[] {
  return [
    {
      name: '订单',
      cell: ({ orderId, payName }) => (
        <>
          {payName}
          <span className="admin-sub numeric">{orderId}</span>
        </>
      ),
    },
    { name: '会员', wide: true, cell: ({ userName }) => userName || '账号已注销' },
    { name: '金额', sort: 'price', kind: 'figure', cell: ({ price }) => `¥${price}` },
    { name: '渠道', cell: (order) => <span className="admin-nowrap">{paidThrough(order)}</span> },
    { name: '状态', cell: ({ status }) => <OrderStatus status={status} /> },
    timeColumn('下单时间', ({ createTime }) => createTime, 'createTime'),
    timeColumn('支付时间', ({ paidTime }) => paidTime, 'paidTime'),
    actionsColumn(
      ({ orderId }) => orderId,
      ({ orderId }) => [['查看', () => open(orderId)]],
    ),
  ]
}

export default function OrdersPage() {
  const table = useTableParams(SORT_FIELDS)
  const dialog = useUrlDialog('open')
  const list = useQuery(
    adminOrdersOptions({
      keyword: table.value('keyword'),
      status: known(STATUS_CHOICES, table.value('status')),
      channel: known(CHANNEL_CHOICES, table.value('channel')),
      ...table.sorted,
      page: table.page,
    }),
  )

  return (
    <ListPage
      title="订单"
      table={table}
      search={{ label: '订单号、交易号或用户名', maxLength: TRADE_NUMBER_MAX }}
      filters={[
        { label: '状态', name: 'status', choices: STATUS_CHOICES },
        { label: '渠道', name: 'channel', choices: CHANNEL_CHOICES },
      ]}
      list={list}
      columns={columnsOf(dialog.open)}
      empty="没有符合的订单"
    >
      {dialog.value && <OrderDrawer key={dialog.value} number={dialog.value} onClose={dialog.close} />}
    </ListPage>
  )
}
