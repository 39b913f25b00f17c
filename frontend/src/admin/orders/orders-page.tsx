import { useQuery } from '@tanstack/react-query'
import { CHANNELS } from '@/entities/order/channels.ts'
import { TRADE_NUMBER_MAX } from '@/shared/config/constants.ts'
import { useAddressDialog } from '@/shared/lib/use-address-dialog.ts'
import { AdminTable, type Column } from '../kit/admin-table.tsx'
import { FilterTabs } from '../kit/filter-tabs.tsx'
import { KeywordForm } from '../kit/keyword-form.tsx'
import { RowButton } from '../kit/row-button.tsx'
import { known } from '../kit/table-params.ts'
import { FIGURES, TIMES } from '../kit/table-sort.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { adminOrdersOptions, type OrderRow } from './api.ts'
import { OrderDrawer } from './order-drawer.tsx'
import { paidThrough, STATUS_NAMES } from './order-labels.ts'
import { OrderStatus } from './order-status.tsx'

/** What the list can be sorted by. */
const SORT_FIELDS = { price: FIGURES, createTime: TIMES, paidTime: TIMES }

const STATUS_CHOICES = [
  { value: '', label: '全部' },
  ...STATUS_NAMES.map((label, status) => ({ value: `${status}` as const, label })),
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
    {
      name: '下单时间',
      sort: 'createTime',
      wide: true,
      cell: ({ createTime }) => <time>{createTime}</time>,
    },
    {
      name: '支付时间',
      sort: 'paidTime',
      wide: true,
      cell: ({ paidTime }) => (paidTime ? <time>{paidTime}</time> : '—'),
    },
    {
      name: '操作',
      kind: 'actions',
      cell: ({ orderId }) => (
        <div className="admin-actions">
          <RowButton subject={orderId} onClick={() => open(orderId)}>
            查看
          </RowButton>
        </div>
      ),
    },
  ]
}

/** The orders table: find, look, ask the provider anew, mark what went back. */
export default function OrdersPage() {
  const table = useTableParams(SORT_FIELDS)
  const dialog = useAddressDialog('open')

  const columns = columnsOf(dialog.open)
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
    <>
      <div className="admin-head">
        <h1>订单</h1>
        <KeywordForm table={table} label="订单号、交易号或用户名" maxLength={TRADE_NUMBER_MAX} />
      </div>
      <div className="admin-filters">
        <FilterTabs table={table} label="状态" name="status" choices={STATUS_CHOICES} />
        <FilterTabs table={table} label="渠道" name="channel" choices={CHANNEL_CHOICES} />
      </div>
      <AdminTable table={table} label="订单" list={list} columns={columns} empty="没有符合的订单" />
      {dialog.value && <OrderDrawer key={dialog.value} number={dialog.value} onClose={dialog.close} />}
    </>
  )
}
