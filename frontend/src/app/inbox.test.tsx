import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { ADMIN } from '@/testing/admin.ts'
import { messageId } from '@/testing/factories.ts'
import {
  AT_FIRST,
  conversation,
  makeQueued,
  openInbox,
  queueRows,
  replyTo,
  sentReplies,
  sentTo,
} from '@/testing/inbox.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

describe('an inbox beside its queue', () => {
  it('opens a conversation at an address of its own, which Back closes and a reload keeps', async () => {
    const { router, user } = openInbox()
    expect(await screen.findByRole('heading', { name: '选择一条留言' })).toBeVisible()
    await user.click(await screen.findByRole('link', { name: /reader_2/ }))
    const pane = await conversation(2)
    await waitFor(() => expect(pane.getByRole('heading', { name: '与 reader_2 的沟通' })).toHaveFocus())
    expect(pane.getByText('2 / 3')).toBeVisible()
    expect(screen.getByRole('link', { name: /reader_2/ })).toHaveAttribute('aria-current', 'true')
    await user.click(screen.getByRole('link', { name: /reader_3/ }))
    await conversation(3)
    expect(router.state.location.search).toBe(`?open=${messageId(3)}`)
    cleanup()
    renderApp(router.state.location.pathname + router.state.location.search)
    await conversation(3)
    cleanup()
  })

  it('is left by Back at once, however many conversations were opened', async () => {
    const { router, user } = openInbox()
    for (const index of [1, 2, 3])
      await user.click(await screen.findByRole('link', { name: new RegExp(`reader_${index}`) }))
    await conversation(3)
    await router.navigate(-1)
    expect(await screen.findByRole('heading', { name: '选择一条留言' })).toBeVisible()
  })

  it('is walked through by keys and by buttons, but not while typing', async () => {
    const { user } = openInbox()
    await queueRows()
    await user.keyboard('j')
    await conversation(1)
    await user.keyboard('{ArrowDown}')
    const pane = await conversation(2)
    await waitFor(() => expect(pane.getByRole('heading', { name: '与 reader_2 的沟通' })).toHaveFocus())
    await user.keyboard('k')
    const first = await conversation(1)
    expect(first.getByRole('button', { name: '上一条' })).toHaveAttribute('aria-disabled', 'true')
    await user.click(first.getByRole('button', { name: '下一条' }))
    expect((await conversation(2)).getByRole('button', { name: '下一条' })).toHaveFocus()
    expect((await conversation(2)).getByRole('status')).toHaveTextContent('与 reader_2 的沟通 2 / 3')
    await replyTo(2)
    await user.keyboard('r')
    expect(await replyTo(2)).toHaveFocus()
    await user.keyboard('jk')
    expect(await replyTo(2)).toHaveValue('jk')
  })

  it('goes on over the end of a page', async () => {
    const { router, user } = openInbox({ count: 22, at: `?open=${messageId(20)}` })
    await user.click((await conversation(20)).getByRole('button', { name: '下一条' }))
    expect((await conversation(21)).getByText('21 / 22')).toBeVisible()
    expect(router.state.location.search).toContain('page=2')
    await user.click((await conversation(21)).getByRole('button', { name: '上一条' }))
    await conversation(20)
  })

  it('sends and goes on to the next one waiting by Ctrl+Enter, until nobody waits', async () => {
    const { user, router } = openInbox({ count: 2, at: AT_FIRST })
    await user.type(await replyTo(1), '已经补上{Control>}{Enter}{/Control}')
    await expectToast('回复已发送，下一条是 reader_2')
    await waitFor(async () => expect(await replyTo(2)).toHaveFocus())
    expect(await queueRows()).toHaveLength(1)
    await user.keyboard('也补上了{Control>}{Enter}{/Control}')
    await expectToast('回复已发送，没有待回复的留言了')
    expect(await screen.findByRole('heading', { name: '没有待回复的留言了' })).toHaveFocus()
    expect(router.state.location.search).toBe('')
    expect(await sentReplies()).toMatchObject([
      { id: messageId(1), message: '已经补上' },
      { id: messageId(2), message: '也补上了' },
    ])
    expect(sessionStorage.getItem('yingku.drafts')).toBeNull()
  })

  it('only sends by Ctrl+Shift+Enter, and stays', async () => {
    const { user } = openInbox({ at: AT_FIRST })
    await user.type(await replyTo(1), '已经补上{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await expectToast('回复已发送')
    const pane = await conversation(1)
    expect(await pane.findByText('已经补上')).toBeVisible()
    // It no longer waits: the next one is the one that took its place.
    await user.click(pane.getByRole('button', { name: '下一条' }))
    await conversation(2)
  })

  it('finds the next one waiting behind a filter that shows none', async () => {
    const { admin, user, router } = openInbox({ count: 2, at: `?status=1&open=${messageId(1)}`, change: { status: 1 } })
    const reply = await replyTo(1)
    admin.queue = [...admin.queue, makeQueued(7)]
    await user.type(reply, '补充一句')
    await user.click(screen.getByRole('button', { name: '发送并下一条' }))
    await conversation(7)
    expect(router.state.location.search).toBe(`?open=${messageId(7)}`)
  })

  it('stays where somebody went while a reply was on its way', async () => {
    const { user } = openInbox({ at: AT_FIRST })
    let arrive = () => {}
    const arrived = new Promise<void>((done) => {
      arrive = done
    })
    server.use(http.post(`${ADMIN}/messages/reply`, () => arrived.then(() => undefined)))
    await user.type(await replyTo(1), '已经补上{Control>}{Enter}{/Control}')
    await user.click(screen.getByRole('link', { name: /reader_3/ }))
    await conversation(3)
    arrive()
    await expectToast('回复已发送')
    await conversation(3)
  })
})

describe('a draft of a reply', () => {
  it('stays with its conversation through others and a reload', async () => {
    const { user } = openInbox({ at: AT_FIRST })
    await user.type(await replyTo(1), '半句话')
    expect(screen.getByRole('link', { name: /reader_1/ })).toHaveTextContent('[草稿]')
    await user.click((await conversation(1)).getByRole('button', { name: '下一条' }))
    expect(await replyTo(2)).toHaveValue('')
    await user.type(await replyTo(2), '另半句')
    await user.click((await conversation(2)).getByRole('button', { name: '上一条' }))
    await waitFor(async () => expect(await replyTo(1)).toHaveValue('半句话'))
    cleanup()
    renderApp(`/admin/messages?open=${messageId(2)}`)
    await waitFor(async () => expect(await replyTo(2)).toHaveValue('另半句'))
    await user.type(await replyTo(2), '{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await expectToast('回复已发送')
    expect(Object.keys(JSON.parse(sessionStorage.getItem('yingku.drafts') ?? '{}'))).toEqual([`answer ${messageId(1)}`])
  })
})

describe('a conversation on a phone', () => {
  const drawer = async (index: number) =>
    within(await screen.findByRole('dialog', { name: `与 reader_${index} 的沟通` }))

  it('covers the queue, with a bar to the ones before and after', async () => {
    const { user, router } = openInbox({ width: 390, at: AT_FIRST })
    const first = await drawer(1)
    expect(await first.findByRole('textbox', { name: '回复' })).toHaveAttribute('maxlength', '1000')
    await user.click(first.getByRole('button', { name: '下一条' }))
    const second = await drawer(2)
    expect(second.getByText('2 / 3')).toBeVisible()
    await user.type(await second.findByRole('textbox', { name: '回复' }), '半句话')
    await user.click(second.getByRole('button', { name: '上一条' }))
    await drawer(1)
    expect(router.state.location.search).toBe(AT_FIRST)
  })

  it('sends and goes on, until nobody waits', async () => {
    const { user } = openInbox({ width: 390, count: 2, at: AT_FIRST })
    for (const index of [1, 2]) {
      const pane = await drawer(index)
      await user.click(await pane.findByRole('button', { name: '发送并下一条' }))
      expect(await pane.findByText('请填写后提交')).toBeVisible()
      await user.click(pane.getByRole('button', { name: '请提供订单号' }))
      await user.click(pane.getByRole('button', { name: '发送并下一条' }))
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('没有待回复的留言了')).toBeVisible()
  })

  it('is closed after asking, and takes no reply then', async () => {
    const { user } = openInbox({ width: 390, at: AT_FIRST })
    const pane = await drawer(1)
    await user.click(await pane.findByRole('button', { name: '关闭话题' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: '关闭话题?' })).getByRole('button', { name: '关闭话题' }),
    )
    expect(await pane.findByText('话题已关闭，不能再回复。')).toBeVisible()
    expect(pane.queryByRole('textbox')).toBeNull()
    expect(await sentTo('/messages/close')[0]?.json()).toEqual({ id: messageId(1), version: expect.any(Number) })
  })
})
