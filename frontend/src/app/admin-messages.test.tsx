import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { ADMIN, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeQueued, queueRows } from '@/testing/inbox.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'

const ALL = ['messages:reply', 'works:edit', 'reports:handle', 'audit:view']
const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const queries = (path: string) => sent(path).map(({ url }) => Object.fromEntries(new URL(url).searchParams))

function operator(permissions = ALL) {
  serveMember()
  servePermissions(permissions)
}

describe('the queue of messages', () => {
  it('asks for what waits, and for other states and words by the address', async () => {
    operator()
    serveAdmin({ queue: [makeQueued(1), makeQueued(2), makeQueued(3, { status: 9 })] })
    const { router, user } = renderApp('/admin/messages')
    expect((await queueRows()).map(({ textContent }) => /reader_\d/.exec(textContent)?.[0])).toEqual([
      'reader_1',
      'reader_2',
    ])
    expect(queries('/admin/messages')[0]).toEqual({ status: '0', pageNum: '1', pageSize: '20' })
    await user.click(screen.getByRole('link', { name: '已关闭' }))
    expect(await screen.findByText('reader_3')).toBeVisible()
    expect(router.state.location.search).toBe('?status=9')
    await user.click(screen.getByRole('link', { name: '全部' }))
    await waitFor(async () => expect(await queueRows()).toHaveLength(3))
    await user.type(screen.getByRole('searchbox', { name: '用户全名、内容或标签' }), ' 订单 {Enter}')
    await waitFor(() =>
      expect(queries('/admin/messages').at(-1)).toEqual({ keyword: '订单', pageNum: '1', pageSize: '20' }),
    )
  })

  it('that is empty says so', async () => {
    operator()
    serveAdmin()
    renderApp('/admin/messages')
    expect(await screen.findByText('没有待回复的留言了')).toBeVisible()
  })

  it('that cannot be loaded says so and loads on retry', async () => {
    operator()
    serveAdmin({ queue: [makeQueued(1)] })
    server.use(
      http.get(`${ADMIN}/messages`, () => failure(403, 402, '没有权限', { error: 'forbidden' }), { once: true }),
    )
    const { user } = renderApp('/admin/messages')
    expect(await screen.findByText('没有权限')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: '点击重试' }))
    expect(await queueRows()).toHaveLength(1)
  })

  it('has pages that are addresses', async () => {
    operator()
    serveAdmin({ queue: Array.from({ length: 45 }, (_, index) => makeQueued(index + 1)) })
    const { router, user } = renderApp('/admin/messages')
    expect(await queueRows()).toHaveLength(20)
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
    serveAdmin({ queue: Array.from({ length: 45 }, (_, index) => makeQueued(index + 1)) })
    const { router, user } = renderApp('/admin/messages')
    expect(await queueRows()).toHaveLength(20)
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
    const list = { code: 200, msg: '', rows: [makeQueued(1)], total: 300_000 }
    server.use(http.get(`${ADMIN}/messages`, () => HttpResponse.json(list)))
    renderApp('/admin/messages?page=10000')
    expect(await queueRows()).toHaveLength(1)
    const pages = within(screen.getByRole('navigation', { name: '分页' }))
    expect(pages.getByText('第 10000 / 10000 页')).toBeVisible()
    expect(pages.queryByRole('link', { name: '下一页' })).toBeNull()
    expect(pages.getByText(/只列出前 200000 条/)).toBeVisible()
  })
})
