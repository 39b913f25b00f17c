import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loginDialogOpen } from '@/shared/feedback/login-dialog.ts'
import { makeMessage, makeUserInfo, messageId } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { serveMessages } from '@/testing/messages.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '../testing/toasts.ts'

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const question = () => screen.findByRole('textbox', { name: '新的问题' })
const rows = () => screen.findAllByRole('button', { name: /问题 \d/ })
const popup = () => screen.findByRole('dialog', { name: '沟通详情' })
const REPLY = { type: 1 as const, message: '已经补上了', createTime: '2026-01-02 09:00:00' }
const replied = (index: number) => new Map([[messageId(index), [REPLY]]])

beforeEach(() => loginDialogOpen.set(false))

describe('a visitor at /message', () => {
  it('sees the form, asks nothing of the server, and is asked to log in when submitting', async () => {
    const { router, user } = renderApp('/message')
    await user.type(await question(), '请问什么时候更新')
    expect(screen.getByRole('heading', { name: '已提交的问题' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: '提交问题' }))
    expect(await screen.findByRole('dialog', { name: '登录提示' })).toBeVisible()
    expect(requests).toEqual([])
    await router.navigate('/index')
    await router.navigate('/message')
    expect(await question()).toHaveValue('请问什么时候更新')
  })
})

describe('a new question', () => {
  it('is counted, sent trimmed with the application, and takes the prefilled address away', async () => {
    serveMember()
    serveMessages()
    const { router, user } = renderApp('/message?message=订单未到账')
    const field = await question()
    expect(field).toHaveValue('订单未到账')
    expect(field).toHaveAttribute('maxlength', '150')
    expect(screen.getByText('5/150')).toBeVisible()
    expect(await screen.findByText('还没有提交过问题')).toBeVisible()
    await user.type(field, ' 请看一下  ')
    await user.click(screen.getByRole('button', { name: '提交问题' }))
    await expectToast('提交成功')
    expect(await sent('/v2/message')[0]?.json()).toEqual({ appId: 'yingku', message: '订单未到账 请看一下' })
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(router.state.historyAction).toBe('REPLACE')
    expect(await question()).toHaveValue('')
    const row = await screen.findByRole('button', { name: /订单未到账/ })
    expect(within(row).getByText('待答复')).toBeVisible()
  })

  it('of an address that is too long is cut to 150 characters', async () => {
    renderApp(`/message?message=${'长'.repeat(200)}`)
    expect(await question()).toHaveValue('长'.repeat(150))
  })

  it('without words is refused before anything is sent', async () => {
    serveMember()
    serveMessages()
    const { user } = renderApp('/message')
    await user.type(await question(), '   ')
    await user.click(screen.getByRole('button', { name: '提交问题' }))
    expect(await screen.findByText('请填写后提交')).toBeVisible()
    expect(await question()).toHaveFocus()
    expect(sent('/v2/message')).toEqual([])
  })

  it('that the server refuses stays in the field', async () => {
    serveMember()
    serveMessages()
    server.use(http.post(`${API}/message`, () => failure(429, 402, '提交太频繁')))
    const { user } = renderApp('/message')
    await user.type(await question(), '在吗')
    await user.click(screen.getByRole('button', { name: '提交问题' }))
    expect(await screen.findByText('提交太频繁')).toBeVisible()
    expect(await question()).toHaveValue('在吗')
  })
})

describe('the list of questions', () => {
  it('shows each state, twelve a page, and ends', async () => {
    serveMember()
    const messages = Array.from({ length: 14 }, (_, index) => makeMessage(index + 1))
    messages[1] = makeMessage(2, { status: 1, unread: true })
    messages[2] = makeMessage(3, { status: 9 })
    serveMessages({ messages })
    const { user } = renderApp('/message')
    const [first, second, third] = await rows()
    expect(within(first as HTMLElement).getByText('待答复')).toBeVisible()
    expect(within(second as HTMLElement).getByText('新回复')).toBeVisible()
    expect(within(third as HTMLElement).getByText('已关闭')).toBeVisible()
    expect(await rows()).toHaveLength(12)
    await user.click(screen.getByRole('button', { name: '加载更多' }))
    await waitFor(async () => expect(await rows()).toHaveLength(14))
    expect(screen.getByText('没有更多了')).toBeVisible()
    const queries = sent('/message/list').map(({ url }) => Object.fromEntries(new URL(url).searchParams))
    expect(queries[0]).toEqual({ pageNum: '1', pageSize: '12' })
  })

  it('that cannot be loaded says so and loads on retry', async () => {
    serveMember()
    serveMessages({ messages: [makeMessage(1)] })
    server.use(http.get(`${API}/message/list`, () => failure(400, 402, '不行'), { once: true }))
    const { user } = renderApp('/message')
    await user.click(await screen.findByRole('button', { name: '点击重试' }))
    expect(await rows()).toHaveLength(1)
  })
})

describe('the popup 沟通详情', () => {
  it('shows who said what and when, and takes a further question', async () => {
    serveMember()
    serveMessages({ messages: [makeMessage(1, { status: 1, unread: true })], entries: replied(1) })
    const { router, user } = renderApp('/message')
    await user.click((await rows())[0] as HTMLElement)
    const dialog = within(await popup())
    expect(router.state.location.search).toBe(`?id=${messageId(1)}`)
    const said = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(said).toEqual(['我2026-01-02 08:00:00问题 1', '客服2026-01-02 09:00:00已经补上了'])
    const field = dialog.getByRole('textbox', { name: '继续沟通' })
    expect(field).toHaveAttribute('maxlength', '150')
    await user.click(dialog.getByRole('button', { name: '确 认 提交' }))
    expect(await dialog.findByText('请填写后提交')).toBeVisible()
    expect(sent('/message/data')).toEqual([])
    await user.type(field, '谢谢')
    await user.click(dialog.getByRole('button', { name: '确 认 提交' }))
    expect(await dialog.findByText('谢谢', { selector: 'li *' })).toBeVisible()
    expect(await sent('/message/data')[0]?.json()).toEqual({ messageId: messageId(1), message: '谢谢' })
    await waitFor(() => expect(field).toHaveValue(''))
  })

  it('opened without a reply says so', async () => {
    serveMember()
    serveMessages({ messages: [makeMessage(1)] })
    const { user } = renderApp('/message')
    await user.click((await rows())[0] as HTMLElement)
    expect(await screen.findByText('客服还没有回复这个留言')).toBeVisible()
  })

  it('closes the conversation after asking', async () => {
    serveMember()
    serveMessages({ messages: [makeMessage(1, { status: 1 })], entries: replied(1) })
    const { user } = renderApp('/message')
    await user.click((await rows())[0] as HTMLElement)
    await user.click(await within(await popup()).findByRole('button', { name: '关闭话题' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: '关闭话题?' })).getByRole('button', { name: '关闭话题' }),
    )
    await screen.findByText('已关闭该话题')
    expect(await sent('/message/update')[0]?.json()).toEqual({ id: messageId(1) })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('已关闭')).toBeVisible()
  })

  it('that cannot be closed says 设置失败 and stays', async () => {
    serveMember()
    serveMessages({ messages: [makeMessage(1, { status: 1 })], entries: replied(1) })
    server.use(http.post(`${API}/message/update`, () => failure(400, 402, '不行')))
    const { user } = renderApp(`/message?id=${messageId(1)}`)
    await user.click(await within(await popup()).findByRole('button', { name: '关闭话题' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: '关闭话题?' })).getByRole('button', { name: '关闭话题' }),
    )
    await expectToast('设置失败')
    expect(await popup()).toBeVisible()
  })

  it('of a closed conversation offers nothing more to say', async () => {
    serveMember()
    serveMessages({ messages: [makeMessage(1, { status: 9 })], entries: replied(1) })
    renderApp(`/message?id=${messageId(1)}`)
    const dialog = within(await popup())
    expect(await dialog.findByText(/话题已关闭/)).toBeVisible()
    expect(dialog.queryByRole('textbox')).toBeNull()
    expect(dialog.queryByRole('button', { name: '关闭话题' })).toBeNull()
  })

  it('of a closed conversation leads to asking the same anew', async () => {
    serveMember()
    serveMessages({ messages: [makeMessage(1, { status: 9 })], entries: replied(1) })
    const { router, user } = renderApp(`/message?id=${messageId(1)}`)
    const dialog = within(await popup())
    await user.click(await dialog.findByRole('link', { name: '再次提问' }))
    await waitFor(() => expect(router.state.location.search).toContain('message='))
    expect(await question()).toHaveValue('问题 1')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('has links to press, which tell nobody where one came from', async () => {
    serveMember()
    const message = `请看 ${location.origin}/site/help?a=1 和 https://example.org/x。<b>javascript:alert(1)</b>`
    serveMessages({
      messages: [makeMessage(1, { status: 1 })],
      entries: new Map([[messageId(1), [{ ...REPLY, message }]]]),
    })
    renderApp(`/message?id=${messageId(1)}`)
    const dialog = within(await popup())
    const away = await dialog.findByRole('link', { name: 'https://example.org/x' })
    expect(away).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    expect(away).toHaveAttribute('target', '_blank')
    expect(dialog.getByRole('link', { name: /help/ })).toHaveAttribute('href', '/site/help?a=1')
    expect(dialog.getAllByRole('link')).toHaveLength(2)
    expect(dialog.getByText(/<b>javascript:alert\(1\)<\/b>/)).toBeVisible()
  })

  it('shows the newest when it opens again, and when its room changes', async () => {
    const looks: (() => void)[] = []
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(look: () => void) {
          looks.push(look)
        }
        observe() {}
        disconnect() {}
      },
    )
    serveMember()
    serveMessages({ messages: [makeMessage(1, { status: 1 })], entries: replied(1) })
    const { user } = renderApp('/message')
    await user.click((await rows())[0] as HTMLElement)
    await within(await popup()).findByText('已经补上了')
    await user.click(within(await popup()).getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click((await rows())[0] as HTMLElement)
    const list = await within(await popup()).findByRole('list', { name: '沟通记录' })
    Object.defineProperty(list, 'scrollHeight', { value: 900 })
    for (const look of looks) look()
    expect(list.scrollTop).toBe(900)
    vi.unstubAllGlobals()
  })

  it('of somebody else’s question says that there is none', async () => {
    serveMember()
    serveMessages()
    renderApp(`/message?id=${messageId(5)}`)
    expect(await within(await popup()).findByText('访问资源不存在')).toBeVisible()
  })
})

describe('the support button of the member centre', () => {
  it.each([
    [0, '客服'],
    [2, '客服2条新回复'],
  ])('with %i unread conversations is called %s', async (unread, name) => {
    serveMember()
    server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ unread }))))
    renderApp('/user')
    await screen.findByText('lin_xia')
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/message')
  })
})
