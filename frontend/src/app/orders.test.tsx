import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { clearTokens } from '@/shared/api/session.ts'
import { makeOrder, makeUserInfo } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { sentTo, stubPayWindow } from '@/testing/pay-window.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { serveShop } from '@/testing/shop.ts'
import { expectToast } from '../testing/toasts.ts'

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

const VIP = { levelId: 2, groupName: 'VIP会员', groupLevel: 2, expireTime: '2099-02-03 08:00:00' }

stubPayWindow()

describe('/orders', () => {
  it('shows each order with its number, time and state', async () => {
    serveMember()
    const orders = ([0, 1, 2, 3, 4] as const).map((status) => makeOrder(status + 1, { status }))
    serveShop({ orders })
    renderApp('/orders')
    const rows = await screen.findAllByRole('article')
    expect(rows).toHaveLength(5)
    expect(screen.getByText(/最近20条订单/)).toBeVisible()
    for (const [index, texts] of [
      ['未支付-刷新', '未到账?[联系客服补发]'],
      ['已支付-完成'],
      ['异常'],
      ['异常'],
      ['异常'],
    ].entries()) {
      const row = within(rows[index] as HTMLElement)
      for (const text of texts) expect(row.getByText(text)).toBeVisible()
      expect(row.getByText(orders[index]?.orderId ?? '')).toBeVisible()
      expect(row.getByText(/2026-11-21 20:00:00/)).toBeVisible()
    }
    const support = new URL(
      screen.getByRole('link', { name: '未到账?[联系客服补发]' }).getAttribute('href') ?? '',
      'http://x',
    )
    expect(support.pathname).toBe('/message')
    expect(support.searchParams.get('message')).toContain(orders[0]?.orderId)
    expect(Object.fromEntries(new URL(sent('/orders/list')[0]?.url ?? '').searchParams)).toEqual({
      pageNum: '1',
      pageSize: '20',
    })
  })

  it('asks anew whether an order is paid and says what the server says', async () => {
    serveMember()
    const shop = serveShop({ orders: [makeOrder(1)] })
    const { user } = renderApp('/orders')
    await user.click(await screen.findByRole('button', { name: '未支付-刷新' }))
    expect(await screen.findByText('订单未支付')).toBeVisible()
    shop.paid = true
    await user.click(await screen.findByRole('button', { name: '未支付-刷新' }))
    await expectToast('支付成功，VIP已到账')
    expect(await screen.findByText('已支付-完成')).toBeVisible()
  })

  it('says in the colour of the answer how an order is', async () => {
    serveMember()
    serveShop({ orders: [makeOrder(1)] })
    const { user } = renderApp('/orders')
    await user.click(await screen.findByRole('button', { name: '未支付-刷新' }))
    expect(await screen.findByText('订单未支付')).toHaveClass('toast-warning')
  })

  it('says why an order is abnormal, and offers to ask again and to write to support', async () => {
    serveMember()
    serveShop({ orders: [makeOrder(1, { status: 2, reason: '金额不符' })] })
    const { user } = renderApp('/orders')
    expect(await screen.findByText('异常')).toBeVisible()
    expect(screen.getByText('金额不符')).toBeVisible()
    const support = new URL(screen.getByRole('link', { name: '联系客服' }).getAttribute('href') ?? '', 'http://x')
    expect(support.searchParams.get('message')).toContain('订单异常（金额不符）')
    await user.click(screen.getByRole('button', { name: '重新查询' }))
    await screen.findByText('订单异常（金额不符），请联系客服')
  })

  it('is quiet about an order that was not paid in time, and still asks about a late payment', async () => {
    serveMember()
    const shop = serveShop({ orders: [makeOrder(1, { status: 3 })] })
    const { user } = renderApp('/orders')
    expect((await screen.findByText('已关闭')).closest('p')).toHaveAttribute('data-over', 'true')
    expect(screen.queryByRole('link', { name: '联系客服' })).toBeNull()
    shop.paid = true
    await user.click(screen.getByRole('button', { name: '重新查询' }))
    expect(await screen.findByText('已支付-完成')).toBeVisible()
  })

  it('goes on with an unpaid order, which says how long it waits', async () => {
    serveMember()
    const shop = serveShop({ orders: [makeOrder(1, { secondsLeft: 1500 })] })
    const { user } = renderApp('/orders')
    expect(await screen.findByRole('timer')).toHaveTextContent(/^剩余支付时间 2[45]:\d\d$/)
    await user.click(screen.getByRole('button', { name: '继续支付' }))
    await waitFor(() => expect(sentTo).toHaveBeenCalledWith(shop.address, 'origin'))
    expect(await sent('/orders/pay')[0]?.json()).toEqual({ orderId: makeOrder(1).orderId, scene: 'desktop' })
    expect(sent('/orders/submit')).toEqual([])
  })

  it('gives an unpaid order up after asking once more', async () => {
    serveMember()
    serveShop({ orders: [makeOrder(1)] })
    const { user } = renderApp('/orders')
    await user.click(await screen.findByRole('button', { name: '取消订单' }))
    const asking = await dialog('取消订单?')
    expect(asking.getByRole('button', { name: '保留订单' })).toBeVisible()
    await user.click(asking.getByRole('button', { name: '取消订单' }))
    // A toast stays two seconds: that it came is enough.
    await screen.findByText('订单已取消')
    expect(await screen.findByText('已关闭')).toBeVisible()
    expect(await sent('/orders/cancel')[0]?.json()).toEqual({ orderId: makeOrder(1).orderId })
  })

  it('offers nothing on an order whose time has run out', async () => {
    serveMember()
    serveShop({ orders: [makeOrder(1, { secondsLeft: 0 })] })
    renderApp('/orders')
    expect(await screen.findByText(/支付时间已过/)).toBeVisible()
    expect(screen.queryByRole('button', { name: '继续支付' })).toBeNull()
  })

  it('gives out a bought code, to copy and to redeem', async () => {
    serveMember()
    serveShop({
      orders: [
        makeOrder(1, { status: 1, activationCode: 'YK-GOOD-CODE-1', activationUsed: false }),
        makeOrder(2, { status: 1, activationCode: 'YK-USED-CODE-1', activationUsed: true }),
      ],
    })
    const { user, router } = renderApp('/orders')
    await user.click((await screen.findAllByRole('button', { name: '复制激活码' }))[0] as HTMLElement)
    await expectToast('复制成功！')
    expect(await navigator.clipboard.readText()).toBe('YK-GOOD-CODE-1')
    expect(screen.getByText('激活码（已使用）')).toBeVisible()
    await user.click(screen.getByRole('link', { name: '去激活' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/sub'))
    expect(await screen.findByLabelText('激活码')).toHaveValue('YK-GOOD-CODE-1')
  })

  it('says beside the order that gave it last until when VIP lasts now', async () => {
    serveMember()
    server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ level: VIP }))))
    serveShop({
      orders: [
        makeOrder(1, { status: 1, kind: 'code', activationCode: 'YK-GOOD-CODE-1' }),
        makeOrder(2, { status: 1 }),
        makeOrder(3, { status: 1 }),
      ],
    })
    renderApp('/orders')
    const until = await screen.findByText('VIP 有效至 2099-02-03')
    expect(screen.getAllByRole('article')[1]).toContainElement(until)
  })

  it('asks visitors to log in, and asks the server nothing', async () => {
    renderApp('/orders')
    expect(await screen.findByText('登录后查看订单')).toBeVisible()
    expect(screen.getByRole('link', { name: '去登录' })).toHaveAttribute('href', '/login')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(requests).toEqual([])
  })

  it('is empty, or loads again after a failure', async () => {
    serveMember()
    serveShop()
    let broken = true
    server.use(http.get(`${API}/orders/list`, () => (broken ? failure(400, 402, '不行') : undefined)))
    const { user } = renderApp('/orders')
    const retry = await screen.findByRole('button', { name: '点击重试' })
    broken = false
    await user.click(retry)
    expect(await screen.findByText('还没有订单')).toBeVisible()
  })

  it('shows nothing of a member once she is logged out', async () => {
    serveMember()
    serveShop({ orders: [makeOrder(1)] })
    renderApp('/orders')
    await screen.findByRole('article')
    act(clearTokens)
    expect(screen.queryByRole('article')).toBeNull()
  })
})
