import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { REASONS_KEY } from '@/shared/config/constants.ts'
import { ADMIN, servePermissions } from '@/testing/admin.ts'
import { makeMoneySums, serveTill } from '@/testing/admin-money.ts'
import { makeOrderHistory } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const queries = (path: string) => sent(path).map(({ url }) => Object.fromEntries(new URL(url).searchParams))

function open(path: string, permissions = ['orders:view', 'orders:refund']) {
  serveMember()
  servePermissions(permissions)
  return renderApp(path)
}

describe('the day', () => {
  beforeEach(() => vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 21, 17)))
  afterEach(() => vi.restoreAllMocks())

  it('is summed up and exported in two presses', async () => {
    const part = { name: 'other', paid: 1, paidSum: '29.90', refunded: 0, refundedSum: '0.00', netSum: '29.90' }
    const live = makeMoneySums({
      orders: 5,
      paid: 3,
      paidSum: '1258.00',
      refunded: 1,
      refundedSum: '30.00',
      netSum: '1228.00',
      abnormal: 1,
      abnormalSum: '0.01',
      channels: [part],
      plans: [{ ...part, name: 'VIP月卡' }],
    })
    serveTill({ orders: [makeOrderHistory(1)], sums: { live, sandbox: makeMoneySums({ orders: 2 }) } })
    const files = vi.spyOn(URL, 'createObjectURL')
    const { user } = open('/admin/orders')
    expect(await screen.findByText(/选择不超过 31 天的日期/)).toBeVisible()
    expect(screen.getByRole('button', { name: '导出' })).toBeDisabled()
    await user.click(screen.getByRole('link', { name: '今天' }))
    const sums = await screen.findByRole('region', { name: '合计' })
    expect(sums).toHaveTextContent('净额 ¥1,228.00共 5 单收款 3 单 ¥1,258.00退款 1 单 ¥30.00异常 1 单，待处理 ¥0.01')
    expect(sums).toHaveTextContent('渠道净额其他 ¥29.90（1 单）')
    expect(sums).toHaveTextContent('套餐净额VIP月卡 ¥29.90（1 单）')
    expect(sums).toHaveTextContent('沙箱，没有真实付款净额 ¥0.00共 2 单')
    // One in the morning of the next day in Shanghai.
    const day = { from: '2026-11-22', to: '2026-11-22' }
    expect(queries('/orders/sums').at(-1)).toEqual(day)
    await user.click(screen.getByRole('link', { name: '按支付时间' }))
    await user.click(screen.getByRole('link', { name: '沙箱' }))
    await user.click(screen.getByRole('link', { name: '其他' }))
    const filter = { ...day, time: 'paidTime', mode: 'sandbox', channel: 'other' }
    await waitFor(() => expect(queries('/orders/sums').at(-1)).toEqual(filter))
    await waitFor(() => expect(queries('/admin/orders').at(-1)).toMatchObject(filter))
    await user.click(screen.getByRole('button', { name: '导出' }))
    await waitFor(() => expect(files).toHaveBeenCalled())
    expect(queries('/orders/export')[0]).toEqual(filter)
    const [file] = files.mock.calls[0] ?? []
    const bytes = new Uint8Array(await (file as Blob).arrayBuffer())
    expect([...bytes.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0xe8])
  })
})

it('sums that do not come say so, and are asked for again', async () => {
  serveTill({ orders: [makeOrderHistory(1)], sums: { live: makeMoneySums({ orders: 7 }) } })
  let away = true
  server.use(http.get(`${ADMIN}/orders/sums`, () => (away ? failure(500, 500, '系统错误') : undefined)))
  const { user } = open('/admin/orders?keyword=1')
  const sums = within(await screen.findByRole('region', { name: '合计' }))
  expect(sums.getByText('系统错误')).toBeVisible()
  away = false
  await user.click(sums.getByRole('button', { name: '点击重试' }))
  expect(await screen.findByText('共 7 单')).toBeVisible()
})

describe('an order that was paid elsewhere', () => {
  it('is granted with what was received, and shows it', async () => {
    const order = makeOrderHistory(1, { userName: 'wang_hai' })
    serveTill({ orders: [order] })
    const { user } = open(`/admin/orders?open=${order.orderId}`)
    const drawer = within(await screen.findByRole('dialog', { name: '订单详情' }))
    await user.click(await drawer.findByRole('button', { name: '补单' }))
    const dialog = within(await screen.findByRole('dialog', { name: '补单' }))
    expect(dialog.getByRole('textbox', { name: '实收金额（元）' })).toHaveValue('39.90')
    await user.click(dialog.getByRole('button', { name: '补单' }))
    expect(await dialog.findByText('请填写交易号或凭证号')).toBeVisible()
    expect(dialog.getByText('请填写原因')).toBeVisible()
    await user.clear(dialog.getByRole('textbox', { name: '实收金额（元）' }))
    await user.type(dialog.getByRole('textbox', { name: '实收金额（元）' }), '39.00')
    await user.selectOptions(dialog.getByRole('combobox', { name: '收款渠道' }), '其他（转账等）')
    await user.type(dialog.getByRole('textbox', { name: '交易号或凭证号' }), 'BANK-0001')
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '会员转账')
    await user.click(dialog.getByRole('button', { name: '补单' }))
    await expectToast('已补单，开通 31 天')
    expect(await sent('/orders/grant')[0]?.json()).toEqual({
      orderId: order.orderId,
      price: '39.00',
      payChannel: 'other',
      tradeNo: 'BANK-0001',
      reason: '会员转账',
      payments: 0,
    })
    expect(await drawer.findByText('¥39.90 · 其他 · 补单')).toBeVisible()
    expect(drawer.getByText('¥39.00')).toBeVisible()
    expect(drawer.queryByRole('button', { name: '补单' })).toBeNull()
  })

  it('is granted in one press after its number with a reason that was given before', async () => {
    const order = makeOrderHistory(1, { userName: 'wang_hai' })
    localStorage.setItem(REASONS_KEY, JSON.stringify({ 补单: ['会员转账，已核实', 7], 作废: ['发错了人'] }))
    serveTill({ orders: [order] })
    const { user } = open(`/admin/orders?open=${order.orderId}`)
    const drawer = within(await screen.findByRole('dialog', { name: '订单详情' }))
    await user.click(await drawer.findByRole('button', { name: '补单' }))
    const dialog = within(await screen.findByRole('dialog', { name: '补单' }))
    const used = within(dialog.getByRole('group', { name: '用过的原因，点一下就补单' })).getAllByRole('button')
    expect(used.map(({ textContent }) => textContent)).toEqual(['会员转账，已核实'])
    // What is missing is asked for, and nothing is sent.
    await user.click(dialog.getByRole('button', { name: '补单：会员转账，已核实' }))
    expect(await dialog.findByText('请填写交易号或凭证号')).toBeVisible()
    expect(sent('/orders/grant')).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: '交易号或凭证号' }), 'BANK-0002')
    await user.click(dialog.getByRole('button', { name: '补单：会员转账，已核实' }))
    await expectToast('已补单，开通 31 天')
    expect(await sent('/orders/grant')[0]?.json()).toMatchObject({ tradeNo: 'BANK-0002', reason: '会员转账，已核实' })
  })

  it.each([
    ['without the permission', 'wang_hai', ['orders:view']],
    ['who has ordered it', 'lin_xia', ['orders:view', 'orders:refund']],
  ])('is granted by nobody %s', async (_, userName, permissions) => {
    const order = makeOrderHistory(1, { userName })
    serveTill({ orders: [order] })
    open(`/admin/orders?open=${order.orderId}`, permissions)
    expect(await screen.findByRole('button', { name: '重新查询' })).toBeVisible()
    expect(screen.queryByRole('button', { name: '补单' })).toBeNull()
  })
})

describe('a grant that waits for a second person', () => {
  it('is asked for, and withdrawn by who asked', async () => {
    const order = makeOrderHistory(1, { userName: 'wang_hai' })
    serveTill({ orders: [order], asks: true })
    const { user } = open(`/admin/orders?open=${order.orderId}`)
    const drawer = within(await screen.findByRole('dialog', { name: '订单详情' }))
    await user.click(await drawer.findByRole('button', { name: '补单' }))
    const dialog = within(await screen.findByRole('dialog', { name: '补单' }))
    await user.type(dialog.getByRole('textbox', { name: '交易号或凭证号' }), 'BANK-0001')
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '会员转账')
    await user.click(dialog.getByRole('button', { name: '补单' }))
    await expectToast('已提交，等另一位管理人员确认')
    const waits = within(await drawer.findByRole('region', { name: '待确认的补单' }))
    expect(waits.getByText('BANK-0001')).toBeVisible()
    expect(waits.queryByRole('button', { name: '确认补单' })).toBeNull()
    await user.click(waits.getByRole('button', { name: '撤回' }))
    await expectToast('已撤回补单申请')
    await waitFor(() => expect(drawer.queryByRole('region', { name: '待确认的补单' })).toBeNull())
    expect(drawer.getByRole('button', { name: '补单' })).toBeVisible()
  })

  it('is confirmed by another one', async () => {
    const asked = { operator: 'wu_ming', createTime: '2026-11-21 21:00:00', expireTime: '2026-11-28 21:00:00' }
    const grantRequest = {
      id: '77',
      price: '39.00',
      payChannel: 'other',
      tradeNo: 'BANK-1',
      reason: '转账',
      ...asked,
    } as const
    const order = makeOrderHistory(1, { userName: 'wang_hai', grantRequest })
    serveTill({ orders: [order] })
    const { user } = open(`/admin/orders?open=${order.orderId}`)
    const drawer = within(await screen.findByRole('dialog', { name: '订单详情' }))
    const waits = within(await drawer.findByRole('region', { name: '待确认的补单' }))
    expect(drawer.queryByRole('button', { name: '补单' })).toBeNull()
    await user.click(waits.getByRole('button', { name: '确认补单' }))
    const sure = within(await screen.findByRole('dialog', { name: '确认补单?' }))
    await user.click(sure.getByRole('button', { name: '确认补单' }))
    await expectToast('已确认补单')
    expect(await sent('/grant/decide')[0]?.json()).toEqual({ id: '77', confirm: true })
    expect(await drawer.findByText('¥39.00')).toBeVisible()
  })

  it('is listed by its filter', async () => {
    serveTill({ orders: [makeOrderHistory(1)] })
    const { user } = open('/admin/orders')
    await user.click(await screen.findByRole('link', { name: '待确认补单' }))
    await waitFor(() => expect(queries('/admin/orders').at(-1)).toMatchObject({ asked: '1' }))
  })
})

describe('a bill', () => {
  const file = (text: string) => new File([text], '账单.csv', { type: 'text/csv' })
  const compared = {
    payChannel: 'alipay',
    from: '2026-11-21',
    to: '2026-11-21',
    billSum: '69.90',
    refundSum: '0.00',
  } as const

  it('is compared, its differences lead to their orders, and are exported', async () => {
    const order = makeOrderHistory(1)
    const time = '2026-11-21 20:00:00'
    const row = {
      kind: 'amount',
      orderId: order.orderId,
      tradeNo: 'T1',
      billPrice: '30.00',
      price: '39.90',
      time,
    } as const
    const bill = { ...compared, count: 2, sum: '79.80', total: 1, rows: [row] }
    serveTill({ orders: [order], bill })
    const files = vi.spyOn(URL, 'createObjectURL')
    const { user } = open('/admin/orders')
    await user.click(await screen.findByRole('button', { name: '核对账单' }))
    const dialog = within(await screen.findByRole('dialog', { name: '核对账单' }))
    await user.upload(dialog.getByLabelText('选择账单文件'), file('账单'))
    expect(await dialog.findByText('1 处差异')).toBeVisible()
    expect(dialog.getByText('账单 ¥30.00，本站 ¥39.90', { exact: false })).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '导出差异' }))
    await waitFor(() => expect(files).toHaveBeenCalled())
    files.mockRestore()
    await user.click(dialog.getByRole('button', { name: order.orderId }))
    expect(await screen.findByRole('dialog', { name: '订单详情' })).toBeVisible()
  })

  it('without differences says so, and what is none says why', async () => {
    const till = serveTill({ bill: { ...compared, count: 2, sum: '69.90', total: 0, rows: [] } })
    const { user } = open('/admin/orders')
    await user.click(await screen.findByRole('button', { name: '核对账单' }))
    const dialog = within(await screen.findByRole('dialog', { name: '核对账单' }))
    await user.upload(dialog.getByLabelText('选择账单文件'), file('账单'))
    expect(await dialog.findByText('没有差异')).toBeVisible()
    till.bill = null
    await user.upload(dialog.getByLabelText('选择账单文件'), file('别的'))
    expect(await dialog.findByText('不是账单')).toBeVisible()
    expect(dialog.queryByText('没有差异')).toBeNull()
  })
})
