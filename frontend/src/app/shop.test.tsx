import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { makeFacets, makeUserInfo } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { open, paying, sentTo, stubPayWindow } from '@/testing/pay-window.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { serveShop } from '@/testing/shop.ts'
import { expectToast } from '../testing/toasts.ts'

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

stubPayWindow()

async function openChannels(user: ReturnType<typeof renderApp>['user']) {
  await screen.findByRole('radio', { name: /VIP年卡/ })
  await user.click(screen.getByRole('button', { name: '確認付款' }))
  return dialog('选择支付方式')
}

describe('/pay', () => {
  it('shows what plans cost, the first one chosen, and the choice in the footer', async () => {
    serveMember()
    serveShop()
    const { user } = renderApp('/pay')
    const year = await screen.findByRole('radio', { name: /VIP年卡/ })
    expect(year).toBeChecked()
    const card = within(year.closest('label') as HTMLElement)
    expect(card.getByText('活动价')).toBeVisible()
    expect(card.getByText('298')).toBeVisible()
    expect(card.getByText(/365元/)).toBeVisible()
    const month = screen.getByRole('radio', { name: /VIP月卡/ })
    expect(within(month.closest('label') as HTMLElement).queryByText('活动价')).toBeNull()
    await user.click(month)
    expect(month).toBeChecked()
    const footer = screen.getByRole('button', { name: '確認付款' }).closest('.pay-footer') as HTMLElement
    expect(footer).toHaveTextContent('VIP月卡 39.9元')
    const query = new URL(sent('/app/vip/list')[0]?.url ?? '').searchParams
    expect(Object.fromEntries(query)).toEqual({ status: '0', appId: 'yingku', kind: 'time' })
    expect(screen.getByText(/持续收录更多资源/)).toBeVisible()
    expect(screen.getByRole('link', { name: '留言' })).toHaveAttribute('href', '/message')
  })

  it('says how many films of all channels can be watched online', async () => {
    serveMember()
    serveShop()
    server.use(
      http.get(`${API}/works/detail/facets`, ({ request }) => {
        const { searchParams: query } = new URL(request.url)
        const online = query.has('isDht') || query.has('modName') ? 0 : 2019
        return HttpResponse.json({ code: 200, msg: '操作成功', data: makeFacets({ online }) })
      }),
    )
    renderApp('/pay')
    const card = within(await screen.findByRole('region', { name: 'VIP 会员' }))
    expect(await card.findByText('在线观看标有「在线」的 2019 部影片')).toBeVisible()
  })

  it('opens the provider in a window of its own, and leads to the orders', async () => {
    serveMember()
    const shop = serveShop()
    const { user, router } = renderApp('/pay')
    const popup = await openChannels(user)
    expect(popup.getByText(/不支持退款/)).toBeVisible()
    await user.click(popup.getByRole('button', { name: /支付宝支付\s*298元/ }))
    await waitFor(() => expect(sentTo).toHaveBeenCalledWith(shop.address, 'origin'))
    expect(open).toHaveBeenCalledTimes(1)
    expect(paying.opener).toBeNull()
    const body: unknown = await sent('/orders/submit')[0]?.json()
    expect(body).toEqual({ appId: 'yingku', groupId: shop.plans[0]?.id, payChannel: 'alipay', scene: 'desktop' })
    await user.click(popup.getByRole('link', { name: '已完成支付，查看订单' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders'))
    expect(await screen.findByRole('heading', { name: 'VIP年卡' })).toBeVisible()
  })

  it('offers a link where no window could be opened', async () => {
    serveMember()
    const shop = serveShop()
    open.mockReturnValueOnce(null)
    const { user } = renderApp('/pay')
    const popup = await openChannels(user)
    await user.click(popup.getByRole('button', { name: /微信支付/ }))
    const link = await popup.findByRole('link', { name: '点击前往支付' })
    expect(link).toHaveAttribute('href', shop.address)
    expect(link).toHaveAttribute('referrerpolicy', 'origin')
    expect(link).toHaveAttribute('rel', 'noopener')
  })

  it.each([
    ['MicroMessenger/8.0.50', '微信内无法完成支付', []],
    ['AlipayClient/10.6.0', '支付宝内只能用支付宝付款', ['支支付宝支付298元']],
  ])('makes no order that the app %s cannot pay', async (app, said, left) => {
    serveMember()
    serveShop()
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 (Linux; Android 14) Mobile ${app}`)
    const { user } = renderApp('/pay')
    const popup = await openChannels(user)
    expect(popup.getByRole('note')).toHaveTextContent(said)
    const ways = popup.queryAllByRole('button', { name: /(微信|支付宝)支付/ })
    expect(ways.map((way) => way.textContent)).toEqual(left)
    expect(popup.getByRole('button', { name: '复制网址' })).toBeVisible()
  })

  it.each(['error', 'javascript:alert(1)'])(
    'says that the payment system is broken when it answers %s',
    async (address) => {
      serveMember()
      serveShop({ address })
      const { user } = renderApp('/pay')
      await user.click((await openChannels(user)).getByRole('button', { name: /微信支付/ }))
      expect(await screen.findByText('支付系统故障了')).toBeVisible()
      expect(paying.close).toHaveBeenCalled()
      expect(sentTo).not.toHaveBeenCalled()
    },
  )

  it('closes the window of an order that is refused', async () => {
    serveMember()
    const shop = serveShop()
    const { user } = renderApp('/pay')
    const popup = await openChannels(user)
    shop.plans = shop.plans.slice(1)
    await user.click(popup.getByRole('button', { name: /支付宝支付/ }))
    expect(await screen.findByText('该套餐已下架')).toBeVisible()
    expect(paying.close).toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole('radio', { name: /VIP年卡/ })).toBeNull())
  })

  it('lets visitors look, and asks them to log in when they pay', async () => {
    serveShop()
    const { user } = renderApp('/pay')
    await screen.findByRole('radio', { name: /VIP年卡/ })
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: '確認付款' }))
    expect((await dialog('登录提示')).getByRole('button', { name: '去登录' })).toBeVisible()
    expect(open).not.toHaveBeenCalled()
  })

  it('has nothing on sale, or loads again after a failure', async () => {
    serveShop({ plans: [] })
    let broken = true
    server.use(http.get(`${API}/app/vip/list`, () => (broken ? failure(400, 402, '不行') : undefined)))
    const { user } = renderApp('/pay')
    const retry = await screen.findByRole('button', { name: '点击重试' })
    broken = false
    await user.click(retry)
    expect(await screen.findByText('暂无在售套餐')).toBeVisible()
    expect(screen.queryByRole('button', { name: '確認付款' })).toBeNull()
  })

  it('tells VIP how long it still holds', async () => {
    serveMember()
    serveShop()
    const level = { levelId: 2, groupName: 'VIP会员', groupLevel: 2, expireTime: '2099-01-01 00:00:00' }
    server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ level }))))
    renderApp('/pay')
    expect(await screen.findByText(/^2099-01-01 到期，还剩 \d+ 天，续费顺延$/)).toBeVisible()
  })
})

it('the menu offers VIP to renew to whoever has it', async () => {
  serveMember()
  const level = { levelId: 2, groupName: 'VIP会员', groupLevel: 2, expireTime: '2099-01-01 00:00:00' }
  server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ level }))))
  const { user } = renderApp('/user')
  await user.click(await screen.findByRole('button', { name: '更多' }))
  expect(await (await dialog('更多')).findByRole('link', { name: '续费VIP' })).toHaveAttribute('href', '/pay')
})

describe('paying', () => {
  it('turns to 支付成功 by itself when the payment arrives in the other window', async () => {
    serveMember()
    const shop = serveShop()
    const { user } = renderApp('/pay')
    const popup = await openChannels(user)
    expect(popup.getByRole('link', { name: '用户协议' })).toHaveAttribute('href', '/terms')
    await user.click(popup.getByRole('button', { name: /支付宝支付/ }))
    expect(await popup.findByText('等待支付结果，付款后这里会自动更新')).toBeVisible()
    shop.paid = true
    // Whoever comes back to the tab does not wait for the next look.
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    expect(await popup.findByText('支付成功，VIP已到账', {}, { timeout: 6_000 })).toBeVisible()
    expect(popup.queryByRole('button', { name: /支付宝支付/ })).toBeNull()
    // What is over by then is not said any more.
    const paid = await dialog('支付成功')
    expect(paid.queryByText(/不支持退款/)).toBeNull()
    expect(paid.getByRole('link', { name: '查看订单' })).toHaveAttribute('href', '/orders')
  })

  it('says until when VIP lasts by then', async () => {
    serveMember()
    const shop = serveShop({ paid: true })
    const level = () =>
      shop.orders.some(({ status }) => status === 1)
        ? { levelId: 2, groupName: 'VIP会员', groupLevel: 2, expireTime: '2099-01-01 00:00:00' }
        : undefined
    server.use(
      http.get(`${API}/user/getInfo`, () => {
        const now = level()
        return HttpResponse.json(makeUserInfo(now && { level: now }))
      }),
    )
    const { user } = renderApp('/pay')
    await user.click((await openChannels(user)).getByRole('button', { name: /支付宝支付/ }))
    expect(await (await dialog('支付成功')).findByText('VIP 有效至 2099-01-01')).toBeVisible()
  })

  it('puts a bought code into the form with one press', async () => {
    serveMember()
    const shop = serveShop({ paid: true })
    server.use(
      http.get(`${API}/orders/list`, () => {
        const rows = shop.orders.map((order) => ({ ...order, kind: 'code', activationCode: 'YK-GOOD-CODE-1' }))
        return HttpResponse.json({ code: 200, msg: '', rows, total: rows.length })
      }),
    )
    const { user } = renderApp('/sub')
    await user.click(await screen.findByRole('button', { name: '没有激活码点我购买' }))
    const sale = await dialog('购买激活码')
    await user.click(await sale.findByRole('button', { name: /支付宝支付/ }))
    await user.click(await sale.findByRole('link', { name: '填入激活码' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText('激活码')).toHaveValue('YK-GOOD-CODE-1')
  })

  it('does not call a window that somebody has closed a blocked one', async () => {
    serveMember()
    serveShop()
    const { user } = renderApp('/pay')
    const popup = await openChannels(user)
    open.mockReturnValueOnce({ ...paying, closed: true } as unknown as Window)
    await user.click(popup.getByRole('button', { name: /微信支付/ }))
    expect(await popup.findByText('支付窗口已关闭。')).toBeVisible()
    expect(popup.queryByText(/拦截/)).toBeNull()
    expect(popup.getByRole('link', { name: '点击前往支付' })).toBeVisible()
  })

  it('waits in a window that is written and coloured like the site', async () => {
    serveMember()
    serveShop()
    const { user } = renderApp('/pay')
    await user.click((await openChannels(user)).getByRole('button', { name: /微信支付/ }))
    await waitFor(() => expect(sentTo).toHaveBeenCalled())
    expect(paying.document.title).toBe('前往支付')
    expect(paying.document.body.textContent).toContain('正在前往支付页面')
    expect(paying.document.body.style.display).toBe('grid')
  })

  it('says what a day costs and what is saved', async () => {
    serveMember()
    const shop = serveShop()
    shop.plans = shop.plans.map((plan) => ({ ...plan, days: plan.name === 'VIP年卡' ? 365 : 31 }))
    renderApp('/pay')
    const year = await screen.findByRole('radio', { name: /VIP年卡/ })
    expect(within(year.closest('label') as HTMLElement).getByText('约0.82元/天')).toBeVisible()
    expect(screen.getByText('已优惠67元')).toBeVisible()
  })
})

describe('/sub', () => {
  it('redeems a code and leads to the member centre', async () => {
    serveMember()
    serveShop()
    const { user, router } = renderApp('/sub')
    await user.type(await screen.findByLabelText('激活码'), ' YK-GOOD-CODE-1 ')
    await user.click(screen.getByRole('button', { name: '确 认 激活' }))
    await expectToast('激活成功')
    await waitFor(() => expect(router.state.location.pathname).toBe('/user'))
    expect(await sent('/user/activation')[0]?.json()).toEqual({ appId: 'yingku', code: 'YK-GOOD-CODE-1' })
  })

  it('shows that it is busy', async () => {
    serveMember()
    serveShop({ codes: ['YK-GOOD-CODE-2'] })
    let answer: (() => void) | undefined
    server.use(
      http.post(`${API}/user/activation`, async () => {
        await new Promise<void>((done) => {
          answer = done
        })
        return undefined
      }),
    )
    const { user } = renderApp('/sub')
    await user.type(await screen.findByLabelText('激活码'), 'YK-GOOD-CODE-2')
    await user.click(screen.getByRole('button', { name: '确 认 激活' }))
    expect(await screen.findByText('登 录 中...')).toBeVisible()
    await waitFor(() => expect(answer).toBeDefined())
    answer?.()
    await expectToast('激活成功')
  })

  it('sends a code once, however often Enter is pressed while it is on its way', async () => {
    serveMember()
    serveShop({ codes: ['YK-GOOD-CODE-3'] })
    let answer = () => undefined as unknown
    const held = new Promise((done) => {
      answer = () => done(null)
    })
    server.use(http.post(`${API}/user/activation`, () => held.then(() => undefined)))
    const { user } = renderApp('/sub')
    await user.type(await screen.findByRole('textbox', { name: '激活码' }), 'YK-GOOD-CODE-3{Enter}')
    expect(await screen.findByText('登 录 中...')).toBeVisible()
    await user.keyboard('{Enter}{Enter}')
    expect(screen.queryByText('您的操作速度太快了！')).toBeNull()
    answer()
    await expectToast('激活成功')
    expect(sent('/user/activation')).toHaveLength(1)
  })

  it('refuses a short code before it is sent, and a wrong one in its field', async () => {
    serveMember()
    serveShop()
    const { user } = renderApp('/sub')
    const code = await screen.findByLabelText('激活码')
    await user.type(code, '1234567')
    await user.click(screen.getByRole('button', { name: '确 认 激活' }))
    expect(await screen.findByText('激活码至少8位')).toBeVisible()
    expect(sent('/user/activation')).toEqual([])
    await user.type(code, '8')
    await user.click(screen.getByRole('button', { name: '确 认 激活' }))
    await waitFor(() => expect(code).toHaveAccessibleDescription('激活码无效或已使用'))
    expect(code).toHaveFocus()
  })

  it('asks visitors to log in', async () => {
    const { user } = renderApp('/sub')
    await user.type(await screen.findByLabelText('激活码'), 'YK-GOOD-CODE-1')
    await user.click(screen.getByRole('button', { name: '确 认 激活' }))
    expect(await dialog('登录提示')).toBeDefined()
    expect(requests).toEqual([])
  })

  it('sells codes in a popup', async () => {
    serveMember()
    const shop = serveShop()
    const { user } = renderApp('/sub')
    await user.click(await screen.findByRole('button', { name: '没有激活码点我购买' }))
    const popup = await dialog('购买激活码')
    expect(popup.getByText(/不支持退款/)).toBeVisible()
    expect(await popup.findByRole('radio', { name: /年卡VIP-激活码/ })).toBeChecked()
    await user.click(popup.getByRole('radio', { name: /双月VIP-激活码/ }))
    await user.click(popup.getByRole('button', { name: /微信支付\s*68元/ }))
    await waitFor(() => expect(sentTo).toHaveBeenCalledWith(shop.address, 'origin'))
    expect(await sent('/orders/submit')[0]?.json()).toMatchObject({ groupId: shop.plans[3]?.id, payChannel: 'weixin' })
  })
})
