import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { QueuedMessage } from '@/shared/api/types.ts'
import { ADMIN, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeMessage, messageId } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'

const ALL = ['messages:reply', 'works:edit', 'reports:handle', 'audit:view']
const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const queries = (path: string) => sent(path).map(({ url }) => Object.fromEntries(new URL(url).searchParams))
const cells = (row: HTMLElement) => within(row).getAllByRole('cell')
/** The rows of a table without its heading. */
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)

function queued(index: number, change: Partial<QueuedMessage> = {}): QueuedMessage {
  const { unread: _, ...message } = makeMessage(index)
  return { ...message, userName: `reader_${index}`, since: message.updateTime, entries: 1, ...change }
}

function operator(permissions = ALL) {
  serveMember()
  servePermissions(permissions)
}

describe('the queue of messages', () => {
  it('asks for what waits, and for other states and words by the address', async () => {
    operator()
    serveAdmin({ queue: [queued(1), queued(2), queued(3, { status: 9 })] })
    const { router, user } = renderApp('/admin/messages')
    const rows = await rowsOf('留言')
    expect(rows.map((row) => cells(row)[0]?.textContent)).toEqual(['reader_1', 'reader_2'])
    expect(queries('/admin/messages')[0]).toEqual({ status: '0', pageNum: '1', pageSize: '20' })
    await user.click(screen.getByRole('link', { name: '已关闭' }))
    expect(await screen.findByText('reader_3')).toBeVisible()
    expect(router.state.location.search).toBe('?status=9')
    await user.click(screen.getByRole('link', { name: '全部' }))
    await waitFor(async () => expect(await rowsOf('留言')).toHaveLength(3))
    await user.type(screen.getByRole('searchbox', { name: '用户全名或内容' }), ' 订单 {Enter}')
    await waitFor(() =>
      expect(queries('/admin/messages').at(-1)).toEqual({ keyword: '订单', pageNum: '1', pageSize: '20' }),
    )
  })

  it('that is empty says so', async () => {
    operator()
    serveAdmin()
    renderApp('/admin/messages')
    expect(await screen.findByText('没有等待答复的留言')).toBeVisible()
  })

  it('that cannot be loaded says so and loads on retry', async () => {
    operator()
    serveAdmin({ queue: [queued(1)] })
    server.use(
      http.get(`${ADMIN}/messages`, () => failure(403, 402, '没有权限', { error: 'forbidden' }), { once: true }),
    )
    const { user } = renderApp('/admin/messages')
    expect(await screen.findByText('没有权限')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: '点击重试' }))
    expect(await rowsOf('留言')).toHaveLength(1)
  })

  it('has pages that are addresses', async () => {
    operator()
    serveAdmin({ queue: Array.from({ length: 45 }, (_, index) => queued(index + 1)) })
    const { router, user } = renderApp('/admin/messages')
    expect(await rowsOf('留言')).toHaveLength(20)
    const pages = within(screen.getByRole('navigation', { name: '分页' }))
    expect(pages.getByText('共 45 条')).toBeVisible()
    expect(pages.queryByRole('link', { name: '上一页' })).toBeNull()
    await user.click(pages.getByRole('link', { name: '下一页' }))
    expect(await screen.findByText('reader_21')).toBeVisible()
    expect(router.state.location.search).toBe('?page=2')
    expect(pages.getByText('第 2 / 3 页')).toBeVisible()
  })

  it('goes to a page by its number, and to the last one beyond', async () => {
    operator()
    serveAdmin({ queue: Array.from({ length: 45 }, (_, index) => queued(index + 1)) })
    const { router, user } = renderApp('/admin/messages')
    expect(await rowsOf('留言')).toHaveLength(20)
    const pages = within(screen.getByRole('navigation', { name: '分页' }))
    const jump = async (page: string) => {
      await user.type(pages.getByRole('textbox', { name: '页码' }), page)
      await user.click(pages.getByRole('button', { name: '跳转' }))
    }
    await jump('2')
    expect(await screen.findByText('reader_21')).toBeVisible()
    await jump('99')
    expect(await screen.findByText('reader_41')).toBeVisible()
    expect(router.state.location.search).toBe('?page=3')
    await jump('x')
    expect(router.state.location.search).toBe('?page=3')
  })

  it('offers no page that the server does not give', async () => {
    operator()
    const list = { code: 200, msg: '', rows: [queued(1)], total: 300_000 }
    server.use(http.get(`${ADMIN}/messages`, () => HttpResponse.json(list)))
    renderApp('/admin/messages?page=10000')
    expect(await rowsOf('留言')).toHaveLength(1)
    const pages = within(screen.getByRole('navigation', { name: '分页' }))
    expect(pages.getByText('第 10000 / 10000 页')).toBeVisible()
    expect(pages.queryByRole('link', { name: '下一页' })).toBeNull()
    expect(pages.getByText(/只列出前 200000 条/)).toBeVisible()
  })
})

describe('a conversation with a member', () => {
  const open = async () => {
    const row = queued(1)
    operator()
    serveAdmin({ queue: [row], entries: [{ type: 0, message: row.message, createTime: row.createTime }] })
    const { user } = renderApp(`/admin/messages?open=${messageId(1)}`)
    const drawer = within(await screen.findByRole('dialog', { name: '与 reader_1 的沟通' }))
    return { user, drawer }
  }

  it('takes a reply from a template kept on this device', async () => {
    const { user, drawer } = await open()
    const reply = drawer.getByRole('textbox', { name: '回复' })
    expect(reply).toHaveAttribute('maxlength', '1000')
    await user.click(drawer.getByRole('button', { name: '发送回复' }))
    expect(await drawer.findByText('请填写后提交')).toBeVisible()
    await user.click(drawer.getByText('常用回复（0）'))
    await user.type(reply, '已经补上了')
    await user.click(drawer.getByRole('button', { name: '把当前回复存为常用' }))
    expect(localStorage.getItem('yingku.replyTemplates')).toBe('["已经补上了"]')
    await user.clear(reply)
    await user.click(drawer.getByRole('button', { name: '已经补上了' }))
    await user.click(drawer.getByRole('button', { name: '发送回复' }))
    await waitFor(() => expect(drawer.getAllByRole('listitem')[1]).toHaveTextContent('客服'))
    expect(await sent('/messages/reply')[0]?.json()).toMatchObject({ id: messageId(1), message: '已经补上了' })
    await user.click(drawer.getByRole('button', { name: '删除常用回复 已经补上了' }))
    expect(drawer.getByText('常用回复（0）')).toBeVisible()
  })

  it('is closed after asking, and takes no reply then', async () => {
    const { user, drawer } = await open()
    await user.click(drawer.getByRole('button', { name: '关闭话题' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: '关闭话题?' })).getByRole('button', { name: '关闭话题' }),
    )
    expect(await drawer.findByText('话题已关闭，不能再回复。')).toBeVisible()
    expect(drawer.queryByRole('textbox')).toBeNull()
    expect(await sent('/messages/close')[0]?.json()).toEqual({ id: messageId(1), version: expect.any(Number) })
  })
})
