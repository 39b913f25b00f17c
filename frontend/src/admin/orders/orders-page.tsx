import { useQuery } from '@tanstack/react-query'
import { CHANNELS } from '@/entities/order/channels.ts'
import { TRADE_NUMBER_MAX } from '@/shared/config/constants.ts'
import { useAddressDialog } from '@/shared/lib/use-address-dialog.ts'
import { AdminTable, type Column } from '../kit/admin-table.tsx'
import { FilterTabs } from '../kit/filter-tabs.tsx'
import { KeywordForm } from '../kit/keyword-form.tsx'
import { RowButton } from '../kit/row-button.tsx'
import { known } from '../kit/table-address.ts'
import { FIGURES, TIMES } from '../kit/table-sort.ts'
import { useTableAddress } from '../kit/use-table-address.ts'
import { adminOrdersOptions, type OrderRow } from './api/admin-orders.ts'
import { OrderDrawer } from './order-drawer.tsx'
import { OrderStatus } from './order-status.tsx'
import { paidThrough, STATUS_NAMES } from './order-words.ts'

const STATUS_CHOICES = [
  { value: '', label: '全部' },
  ...STATUS_NAMES.map((label, status) => ({ value: String(status), label })),
]
const CHANNEL_CHOICES = [
  { value: '', label: '全部渠道' },
  ...CHANNELS.map(({ channel, name }) => ({ value: channel, label: name })),
]

/** The orders table: find, look, ask the provider anew, mark what went back. */
export default function OrdersPage() {
  const { page, value, sorted } = useTableAddress()
  const opened = useAddressDialog('open')

  const columns: Column<OrderRow>[] = [
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
    { name: '金额', sort: { word: 'price', ways: FIGURES }, kind: 'figure', cell: ({ price }) => `¥${price}` },
    { name: '渠道', cell: (order) => <span className="admin-nowrap">{paidThrough(order)}</span> },
    { name: '状态', cell: ({ status }) => <OrderStatus status={status} /> },
    {
      name: '下单时间',
      sort: { word: 'createTime', ways: TIMES },
      wide: true,
      cell: ({ createTime }) => <time>{createTime}</time>,
    },
    {
      name: '支付时间',
      sort: { word: 'paidTime', ways: TIMES },
      wide: true,
      cell: ({ paidTime }) => (paidTime ? <time>{paidTime}</time> : '—'),
    },
    {
      name: '操作',
      kind: 'actions',
      cell: ({ orderId }) => (
        <div className="admin-actions">
          <RowButton subject={orderId} onClick={() => opened.open(orderId)}>
            查看
          </RowButton>
        </div>
      ),
    },
  ]
  const list = useQuery(
    adminOrdersOptions({
      keyword: value('keyword'),
      status: known(STATUS_CHOICES, value('status')),
      channel: known(CHANNEL_CHOICES, value('channel')),
      ...sorted(columns),
      page,
    }),
  )

  return (
    <>
      <div className="admin-head">
        <h1>订单</h1>
        <KeywordForm label="订单号、交易号或用户名" maxLength={TRADE_NUMBER_MAX} />
      </div>
      <div className="admin-filters">
        <FilterTabs label="状态" name="status" choices={STATUS_CHOICES} />
        <FilterTabs label="渠道" name="channel" choices={CHANNEL_CHOICES} />
      </div>
      <AdminTable label="订单" list={list} columns={columns} empty="没有符合的订单" />
      {opened.value && <OrderDrawer key={opened.value} number={opened.value} onClose={opened.close} />}
    </>
  )
}
