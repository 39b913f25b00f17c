import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { ADMIN, servePermissions } from '@/testing/admin.ts'
import { serveTill } from '@/testing/admin-money.ts'
import { makeAdminPlan, makeOrderHistory, makeWork } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const PAYMENT = {
  payChannel: 'alipay',
  price: '39.90',
  createTime: '2026-11-21 20:01:00',
  tradeNo: 'T1',
  outcome: 'granted',
} as const
const MONEY = ['orders:view', 'orders:refund', 'plans:edit', 'codes:make', 'downloads:handle']
const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const queries = (path: string) => sent(path).map(({ url }) => Object.fromEntries(new URL(url).searchParams))
/** The rows of a table without its heading. */
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)

function operator(permissions = MONEY) {
  serveMember()
  servePermissions(permissions)
}

describe('the parts about money', () => {
  it('stand in their order, each for its permission', async () => {
    operator()
    serveTill()
    renderApp('/admin')
    const parts = within(await screen.findByRole('navigation', { name: '管理台' })).getAllByRole('link')
    expect(parts.map(({ textContent }) => textContent)).toEqual(['下载申请', '订单', '套餐', '激活码'])
  })

  it.each([
    ['orders', '没有符合的订单'],
    ['plans', '还没有套餐'],
    ['codes', '还没有生成过激活码'],
    ['downloads', '没有待处理的申请'],
  ])('%s say that there are none, and that they could not be loaded', async (part, empty) => {
    operator()
    serveTill()
    server.use(http.get(`${ADMIN}/${part}`, () => failure(400, 402, '请求参数有误'), { once: true }))
    const { user } = renderApp(`/admin/${part}`)
    await user.click(await screen.findByRole('button', { name: /重试/ }))
    expect(await screen.findByText(empty)).toBeVisible()
  })
})

describe('the orders', () => {
  it('are filtered by the address, and ask for nothing the address makes up', async () => {
    operator()
    serveTill({ orders: [makeOrderHistory(1)] })
    const { user } = renderApp('/admin/orders?status=7&channel=card')
    await rowsOf('订单')
    expect(queries('/admin/orders')[0]).toEqual({ pageNum: '1', pageSize: '20' })
    await user.type(screen.getByRole('searchbox'), '4200000000202611210000000000{Enter}')
    await user.click(screen.getByRole('link', { name: '未支付' }))
    await user.click(screen.getByRole('link', { name: '微信' }))
    await waitFor(() =>
      expect(queries('/admin/orders').at(-1)).toEqual({
        keyword: '4200000000202611210000000000',
        status: '0',
        channel: 'weixin',
        pageNum: '1',
        pageSize: '20',
      }),
    )
  })

  it('say that no real money came, where the sandbox takes it', async () => {
    operator()
    const order = makeOrderHistory(1, { sandbox: true })
    serveTill({ orders: [order] })
    renderApp(`/admin/orders?open=${order.orderId}`)
    const dialog = within(await screen.findByRole('dialog', { name: '订单详情' }))
    expect(await dialog.findByText('¥39.90 · 支付宝 · 沙箱')).toBeVisible()
    expect(await screen.findByText('支付宝 · 沙箱')).toBeInTheDocument()
  })

  it.each([
    ['is away', 3, { away: true }, '支付平台没有应答，订单未改动，请稍后再试'],
    ['has no payment', 4, {}, '支付平台没有收到付款'],
  ])('stay as they are when the provider %s', async (_, index, till, said) => {
    operator()
    const order = makeOrderHistory(index)
    serveTill({ orders: [order], ...till })
    const { user } = renderApp(`/admin/orders?open=${order.orderId}`)
    const dialog = within(await screen.findByRole('dialog', { name: '订单详情' }))
    await user.click(await dialog.findByRole('button', { name: '重新查询' }))
    expect(await screen.findByText(said)).toBeVisible()
    expect(await dialog.findByText('未支付')).toBeVisible()
    expect(dialog.queryByRole('button', { name: '退款' })).toBeNull()
  })

  it('are paid when the provider says so, and can be refunded then', async () => {
    operator()
    const order = makeOrderHistory(1)
    serveTill({ orders: [order], paid: [order.orderId] })
    const { user } = renderApp(`/admin/orders?open=${order.orderId}`)
    const dialog = within(await screen.findByRole('dialog', { name: '订单详情' }))
    await user.click(await dialog.findByRole('button', { name: '重新查询' }))
    await expectToast('支付平台已收款：已到账')
    expect(await dialog.findByText('已支付')).toBeVisible()
    expect(dialog.getByText('收到付款 39.90 元')).toBeVisible()
    expect(await dialog.findByRole('button', { name: '退款' })).toBeVisible()
    expect(await sent('/orders/recheck')[0]?.json()).toEqual({ orderId: order.orderId })
  })

  it('are marked as refunded with a reason, and take back what they gave unless told otherwise', async () => {
    operator()
    const order = makeOrderHistory(2, { status: 1 })
    serveTill({ orders: [order] })
    const { user } = renderApp('/admin/orders')
    await user.click(await screen.findByRole('button', { name: /^查看 / }))
    const drawer = within(await screen.findByRole('dialog', { name: '订单详情' }))
    await user.click(await drawer.findByRole('button', { name: '退款' }))
    const dialog = within(await screen.findByRole('dialog', { name: '退款' }))
    await user.click(dialog.getByRole('button', { name: '标记退款' }))
    expect(await dialog.findByText('请填写原因')).toBeVisible()
    expect(dialog.getByRole('checkbox', { name: /收回会员天数/ })).toBeChecked()
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '会员申请')
    await user.click(dialog.getByRole('button', { name: '标记退款' }))
    await expectToast('已标记退款，收回 30 天')
    expect(await sent('/orders/refund')[0]?.json()).toEqual({
      orderId: order.orderId,
      reason: '会员申请',
      endVip: true,
      payments: 0,
    })
    expect(await drawer.findByText('已退款')).toBeVisible()
    expect(drawer.queryByRole('button', { name: '退款' })).toBeNull()
  })

  it('that are abnormal keep what they gave unless told otherwise', async () => {
    operator()
    const payments = [PAYMENT, { ...PAYMENT, tradeNo: 'T2', outcome: 'second' }]
    const order = makeOrderHistory(5, { status: 2, payments })
    serveTill({ orders: [order] })
    const { user } = renderApp(`/admin/orders?open=${order.orderId}`)
    await user.click(await screen.findByRole('button', { name: '退款' }))
    const dialog = within(await screen.findByRole('dialog', { name: '退款' }))
    expect(dialog.getByText(/收到 ¥39.90、¥39.90/)).toBeVisible()
    expect(dialog.getByRole('checkbox', { name: /收回会员天数/ })).not.toBeChecked()
    await user.click(dialog.getByRole('radio', { name: /已线下退款/ }))
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '重复付款')
    await user.click(dialog.getByRole('button', { name: '标记退款' }))
    await expectToast('已标记退款')
    expect(await sent('/orders/refund')[0]?.json()).toMatchObject({ endVip: false, payments: 2 })
  })

  it('are sent back in part through the provider, the payment that was chosen', async () => {
    operator()
    const payments = [PAYMENT, { ...PAYMENT, tradeNo: 'T2', outcome: 'second' }]
    const order = makeOrderHistory(5, { status: 2, payments })
    serveTill({ orders: [order] })
    const { user } = renderApp(`/admin/orders?open=${order.orderId}`)
    await user.click(await screen.findByRole('button', { name: '退款' }))
    const dialog = within(await screen.findByRole('dialog', { name: '退款' }))
    expect(dialog.getByRole('radio', { name: /原路退回/ })).toBeChecked()
    await user.selectOptions(dialog.getByRole('combobox', { name: '退哪一笔' }), 'T2')
    const price = dialog.getByRole('textbox', { name: '退款金额（元）' })
    expect(price).toHaveValue('39.90')
    await user.clear(price)
    await user.type(price, '39.91')
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '重复付款')
    await user.click(dialog.getByRole('button', { name: '原路退款' }))
    expect(await dialog.findByText('最多可退 ¥39.90')).toBeVisible()
    await user.clear(price)
    await user.type(price, '9.90')
    await user.click(dialog.getByRole('button', { name: '原路退款' }))
    await expectToast('已退回')
    const expected = {
      orderId: order.orderId,
      reason: '重复付款',
      endVip: false,
      payments: 2,
      tradeNo: 'T2',
      price: '9.90',
    }
    expect(await sent('/orders/refund')[0]?.json()).toEqual(expected)
    const list = within(await screen.findByRole('region', { name: '原路退款' }))
    expect(list.getByText('¥9.90 · 已退回')).toBeVisible()
  })

  it('in part leave what they gave, unless told otherwise', async () => {
    operator()
    const order = makeOrderHistory(1, { status: 1, payments: [PAYMENT] })
    serveTill({ orders: [order] })
    const { user } = renderApp(`/admin/orders?open=${order.orderId}`)
    await user.click(await screen.findByRole('button', { name: '退款' }))
    const dialog = within(await screen.findByRole('dialog', { name: '退款' }))
    const ends = dialog.getByRole('checkbox', { name: /收回会员天数/ })
    expect(ends).toBeChecked()
    const price = dialog.getByRole('textbox', { name: '退款金额（元）' })
    await user.clear(price)
    await user.type(price, '9.90')
    expect(ends).not.toBeChecked()
    await user.click(ends)
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '少用几天')
    await user.click(dialog.getByRole('button', { name: '原路退款' }))
    await expectToast('已退回')
    expect(await sent('/orders/refund')[0]?.json()).toMatchObject({ endVip: true, price: '9.90' })
  })

  it('wait for the provider, which can be asked again', async () => {
    operator()
    const order = makeOrderHistory(1, { status: 1, payments: [PAYMENT] })
    const till = serveTill({ orders: [order], away: true })
    const { user } = renderApp(`/admin/orders?open=${order.orderId}`)
    await user.click(await screen.findByRole('button', { name: '退款' }))
    const dialog = within(await screen.findByRole('dialog', { name: '退款' }))
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '会员申请')
    await user.click(dialog.getByRole('button', { name: '原路退款' }))
    await expectToast('退款已提交，支付平台处理中')
    const list = within(await screen.findByRole('region', { name: '原路退款' }))
    expect(list.getByText('¥39.90 · 处理中')).toBeVisible()
    till.away = false
    await user.click(screen.getByRole('button', { name: '重新查询' }))
    await expectToast('已查询')
    expect(await list.findByText('¥39.90 · 已退回')).toBeVisible()
  })

  it('say why the provider rejects a refund', async () => {
    operator()
    const order = makeOrderHistory(1, { status: 1, payments: [PAYMENT] })
    serveTill({ orders: [order], rejects: '账户余额不足' })
    const { user } = renderApp(`/admin/orders?open=${order.orderId}`)
    await user.click(await screen.findByRole('button', { name: '退款' }))
    const dialog = within(await screen.findByRole('dialog', { name: '退款' }))
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '会员申请')
    await user.click(dialog.getByRole('button', { name: '原路退款' }))
    expect(await screen.findByText('支付平台拒绝退款：账户余额不足')).toBeVisible()
    expect(await screen.findByText('¥39.90 · 失败：账户余额不足')).toBeInTheDocument()
    // The dialog stays, and what was typed with it.
    expect(dialog.getByRole('textbox', { name: '原因' })).toHaveValue('会员申请')
  })

  it('are not refunded by their own member', async () => {
    operator()
    const order = makeOrderHistory(1, { status: 1, payments: [PAYMENT], userName: 'lin_xia' })
    serveTill({ orders: [order] })
    renderApp(`/admin/orders?open=${order.orderId}`)
    expect(await screen.findByRole('button', { name: '重新查询' })).toBeVisible()
    expect(screen.queryByRole('button', { name: '退款' })).toBeNull()
  })

  it('are marked by nobody without the permission', async () => {
    operator(['orders:view'])
    const order = makeOrderHistory(1, { status: 1 })
    serveTill({ orders: [order] })
    renderApp(`/admin/orders?open=${order.orderId}`)
    expect(await screen.findByRole('button', { name: '重新查询' })).toBeVisible()
    expect(screen.queryByRole('button', { name: '退款' })).toBeNull()
  })
})

describe('the plans', () => {
  it('are made by the form', async () => {
    operator()
    serveTill()
    const { user } = renderApp('/admin/plans')
    await user.click(await screen.findByRole('button', { name: '新建套餐' }))
    const dialog = within(await screen.findByRole('dialog', { name: '新建套餐' }))
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await dialog.findByText('不能为空')).toBeVisible()
    await user.type(dialog.getByRole('textbox', { name: '名称' }), 'VIP周卡')
    await user.type(dialog.getByRole('textbox', { name: '现价（元）' }), '9.90')
    await user.type(dialog.getByRole('textbox', { name: '天数' }), '7')
    await user.selectOptions(dialog.getByRole('combobox', { name: '状态' }), '在售')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    const [row] = await rowsOf('套餐')
    expect(row).toHaveTextContent('VIP周卡')
    expect(await sent('/plans/create')[0]?.json()).toEqual({
      name: 'VIP周卡',
      remark: '',
      price: '9.90',
      priceBefore: '9.90',
      days: 7,
      kind: 'time',
      levelId: 2,
      position: 0,
      onSale: true,
      app: '',
    })
  })

  it('are changed, and taken off sale after asking', async () => {
    operator()
    const plan = makeAdminPlan(1)
    serveTill({ plans: [plan] })
    const { user } = renderApp('/admin/plans')
    await user.click(await screen.findByRole('button', { name: '编辑 套餐1' }))
    const dialog = within(await screen.findByRole('dialog', { name: '编辑 套餐1' }))
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('没有改动')).toBeVisible()
    const before = dialog.getByRole('textbox', { name: '原价（元）' })
    await user.clear(before)
    await user.type(before, '97')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await dialog.findByText('不能低于现价')).toBeVisible()
    await user.clear(before)
    await user.type(before, '120')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await expectToast('已保存')
    expect(await sent('/plans/edit')[0]?.json()).toEqual({ id: plan.id, version: 1, priceBefore: '120' })
    await user.click(await screen.findByRole('button', { name: '下架 套餐1' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: '下架套餐?' })).getByRole('button', { name: '下架' }),
    )
    await expectToast('套餐已下架')
    expect(await sent('/plans/edit')[1]?.json()).toEqual({ id: plan.id, version: 1, onSale: false })
  })
})

describe('the activation codes', () => {
  const batch = {
    id: '1',
    batch: '秋季-1',
    planName: 'VIP月卡',
    days: 30,
    createTime: '2026-11-20 08:00:00',
    validUntil: '',
    count: 3,
    used: 1,
    revoked: 0,
    expired: 0,
  }

  it('are made, shown once, and not lost by a wrong press', async () => {
    operator()
    serveTill({ plans: [makeAdminPlan(1, { name: 'VIP月卡' })] })
    const files = vi.spyOn(URL, 'createObjectURL')
    const { user } = renderApp('/admin/codes')
    await user.click(await screen.findByRole('button', { name: '生成激活码' }))
    const dialog = within(await screen.findByRole('dialog', { name: '生成激活码' }))
    await user.click(dialog.getByRole('button', { name: '生成' }))
    expect(await dialog.findByText('请填写 1 至 5000 的整数')).toBeVisible()
    await user.type(dialog.getByRole('textbox', { name: '数量' }), '2')
    await user.type(dialog.getByRole('textbox', { name: '批次名称（选填）' }), 'autumn')
    await user.click(dialog.getByRole('button', { name: '生成' }))
    const fresh = within(await screen.findByRole('dialog', { name: '已生成 2 个激活码' }))
    expect(await sent('/codes/create')[0]?.json()).toEqual({ planId: makeAdminPlan(1).id, count: 2, batch: 'autumn' })
    expect(fresh.getByText(/AAAAA-BBBBB-CCCCC-DDDDD-EEEE1/)).toBeVisible()
    expect(fresh.getByText(/关闭后无法再次查看/)).toBeVisible()
    await user.click(fresh.getByRole('button', { name: '关闭' }))
    const asking = within(await screen.findByRole('dialog', { name: '还没有保存激活码' }))
    await user.click(asking.getByRole('button', { name: '返回保存' }))
    await user.click(fresh.getByRole('button', { name: '下载文件' }))
    expect(await fresh.findByText(/已开始下载/)).toBeVisible()
    const [file] = files.mock.calls[0] ?? []
    expect(await (file as Blob).text()).toBe('AAAAA-BBBBB-CCCCC-DDDDD-EEEE0\nAAAAA-BBBBB-CCCCC-DDDDD-EEEE1\n')
    // A web view takes the call and saves nothing.
    await user.click(fresh.getByRole('button', { name: '关闭' }))
    const again = within(await screen.findByRole('dialog', { name: '还没有保存激活码' }))
    await user.click(again.getByRole('button', { name: '返回保存' }))
    await user.click(fresh.getByRole('button', { name: '已保存' }))
    await user.click(fresh.getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText(/AAAAA/)).toBeNull()
  })

  it('of a batch are revoked with a reason', async () => {
    operator()
    serveTill({ batches: [batch] })
    const { user } = renderApp('/admin/codes')
    await user.click(await screen.findByRole('button', { name: /^作废 / }))
    const dialog = within(await screen.findByRole('dialog', { name: '作废激活码?' }))
    expect(dialog.getByText(/2 个没用过的激活码/)).toBeVisible()
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '活动取消')
    await user.click(dialog.getByRole('button', { name: '作废' }))
    await expectToast('已作废 2 个激活码')
    expect(await sent('/codes/revoke')[0]?.json()).toEqual({ batch: '秋季-1', reason: '活动取消' })
    await waitFor(() => expect(screen.queryByRole('button', { name: /^作废 / })).toBeNull())
  })

  it('of a batch are listed by their last letters', async () => {
    operator()
    const codes = [
      { id: '1', last4: 'SAJ8', state: 'used', usedBy: 'lin_xia', useTime: '2026-11-21 08:00:00' },
      { id: '2', last4: 'RC6V', state: 'unused', usedBy: '', useTime: '' },
    ] as const
    serveTill({ batches: [batch], codes: [...codes] })
    const { user } = renderApp('/admin/codes')
    await user.click(await screen.findByRole('button', { name: /^查看 / }))
    const rows = await rowsOf('批次 秋季-1')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '…SAJ8已使用lin_xia2026-11-21 08:00:00',
      '…RC6V未使用——作废',
    ])
    await user.click(screen.getByRole('link', { name: '返回批次' }))
    expect(await rowsOf('激活码批次')).toHaveLength(1)
  })
})

describe('the download requests', () => {
  it('are decided with a note', async () => {
    operator()
    const { id: workId, number, title, modId } = makeWork(1)
    const request = {
      id: '7',
      userName: 'lin_xia',
      workId,
      modId,
      number,
      title,
      infoHash: 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a',
      status: 'open' as const,
      note: '',
      createTime: '2026-11-21 08:00:00',
      decideTime: '',
    }
    serveTill({ requests: [request] })
    const { user } = renderApp('/admin/downloads')
    await user.click(await screen.findByRole('button', { name: /^完成 / }))
    const dialog = within(await screen.findByRole('dialog', { name: '申请已完成?' }))
    await user.type(dialog.getByRole('textbox', { name: '备注（选填）' }), '已放入影片库')
    await user.click(dialog.getByRole('button', { name: '完成' }))
    expect(await screen.findByText('没有待处理的申请')).toBeVisible()
    expect(await sent('/downloads/decide')[0]?.json()).toEqual({ id: '7', decision: 'done', note: '已放入影片库' })
    await user.click(screen.getByRole('link', { name: '已完成' }))
    await expectToast('已放入影片库')
    expect(screen.queryByRole('button', { name: /^拒绝/ })).toBeNull()
  })
})
