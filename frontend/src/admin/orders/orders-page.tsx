import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CHANNELS } from '@/entities/order/channels.ts'
import { TRADE_NUMBER_MAX } from '@/shared/config/constants.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Button } from '@/shared/ui/button.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, TwoLines, timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { STATUS_NAMES } from '../kit/order-names.ts'
import { OrderStatus } from '../kit/order-status.tsx'
import { dayIn, isLimited } from '../kit/period.ts'
import { known } from '../kit/table-params.ts'
import { FIGURES, TIMES } from '../kit/table-sort.ts'
import { useAction } from '../kit/use-action.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { adminOrdersOptions, findOrder, type OrderRow } from './api.ts'
import { BillDialog } from './bill-dialog.tsx'
import { ExportButton } from './export-button.tsx'
import { isCode } from './is-code.ts'
import { OrderDrawer } from './order-drawer.tsx'
import { paidThrough } from './order-labels.ts'
import { OrderSums } from './order-sums.tsx'
import { PeriodForm, TIME_CHOICES } from './period-form.tsx'

const SORT_FIELDS = { price: FIGURES, createTime: TIMES, paidTime: TIMES }

const STATUS_CHOICES = [
  { value: '', label: '全部' },
  ...([0, 1, 2, 3, 4] as const).map((status) => ({ value: `${status}` as const, label: STATUS_NAMES[status] })),
] as const
const CHANNEL_CHOICES = [
  { value: '', label: '全部渠道' },
  ...CHANNELS.map(({ channel, name }) => ({ value: channel, label: name })),
  { value: 'other', label: '其他' },
] as const
const ASKED_CHOICES = [
  { value: '', label: '全部订单' },
  { value: '1', label: '待确认补单' },
] as const
const MODE_CHOICES = [
  { value: '', label: '全部资金' },
  { value: 'live', label: '真实付款' },
  { value: 'sandbox', label: '沙箱' },
] as const

function columnsOf(open: (orderId: string) => void): Column<OrderRow, keyof typeof SORT_FIELDS>[] {
  return [
    {
      name: '订单',
      cell: ({ orderId, payName }) => (
        <>
          {payName}
          <span className="admin-sub admin-nowrap numeric">{orderId}</span>
        </>
      ),
    },
    { name: '会员', wide: true, cell: ({ userName }) => userName || '账号已注销' },
    { name: '金额', sort: 'price', kind: 'figure', cell: priceCell },
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

function priceCell({ price, received }: OrderRow) {
  if (!received || received === price) return `¥${price}`
  return <TwoLines first={`¥${price}`} second={`实收 ¥${received}`} />
}

export default function OrdersPage() {
  const table = useTableParams(SORT_FIELDS)
  const dialog = useUrlDialog('open')
  const [comparing, setComparing] = useState(false)
  // A code is a secret: it is sent in a body, and neither the address nor the history keeps it.
  const ofCode = useAction({ run: findOrder, refresh: [], onDone: dialog.open })
  const takeCode = (text: string) => {
    if (isCode(text)) ofCode.mutate(text)
    return isCode(text)
  }
  const period = { keyword: table.value('keyword'), from: dayIn(table.value('from')), to: dayIn(table.value('to')) }
  const query = {
    ...period,
    status: known(STATUS_CHOICES, table.value('status')),
    channel: known(CHANNEL_CHOICES, table.value('channel')),
    mode: known(MODE_CHOICES, table.value('mode')),
    time: known(TIME_CHOICES, table.value('time')),
    ...(table.value('asked') === '1' && { asked: 1 }),
  }
  const limited = isLimited(period)
  const list = useQuery(adminOrdersOptions({ ...query, ...table.sorted, page: table.page }))

  return (
    <ListPage
      title="订单"
      table={table}
      head={
        <>
          <Button onClick={() => setComparing(true)}>核对账单</Button>
          <ExportButton query={query} limited={limited} />
        </>
      }
      search={{ label: '单号、用户名或激活码', maxLength: TRADE_NUMBER_MAX, onText: takeCode }}
      filters={[
        { label: '状态', name: 'status', choices: STATUS_CHOICES },
        { label: '渠道', name: 'channel', choices: CHANNEL_CHOICES },
        { label: '资金', name: 'mode', choices: MODE_CHOICES },
        { label: '补单', name: 'asked', choices: ASKED_CHOICES },
      ]}
      bar={
        <>
          <PeriodForm table={table} />
          <OrderSums query={query} limited={limited} />
        </>
      }
      list={list}
      columns={columnsOf(dialog.open)}
      empty="没有符合的订单"
    >
      {comparing && (
        <BillDialog
          onClose={() => setComparing(false)}
          onOrder={(orderId) => {
            setComparing(false)
            dialog.open(orderId)
          }}
        />
      )}
      {dialog.value && <OrderDrawer key={dialog.value} number={dialog.value} onClose={dialog.close} />}
    </ListPage>
  )
}
