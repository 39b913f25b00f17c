import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { QueuedMessage } from '@/shared/api/types.ts'
import { ADMIN, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeAdminWork, makeMessage, makeReport, messageId } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

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

describe('the way into the console', () => {
  it('is closed to visitors, who are shown the login and ask nothing of the server', async () => {
    renderApp('/admin/works')
    expect(await screen.findByText('没有权限')).toBeVisible()
    expect(screen.getByRole('link', { name: '去登录' })).toHaveAttribute('href', '/login')
    expect(requests).toEqual([])
  })

  it('is closed to members', async () => {
    operator([])
    renderApp('/admin')
    expect(await screen.findByText('没有权限')).toBeVisible()
    expect(screen.queryByRole('navigation', { name: '管理台' })).toBeNull()
    expect(requests.filter(({ url }) => url.includes('/admin/'))).toEqual([])
  })

  it('leads to the first part that the permissions open, and lists no other', async () => {
    operator(['works:edit', 'audit:view'])
    serveAdmin()
    const { router } = renderApp('/admin')
    const parts = within(await screen.findByRole('navigation', { name: '管理台' })).getAllByRole('link')
    expect(parts.map(({ textContent }) => textContent)).toEqual(['作品', '操作日志'])
    expect(parts[0]).toHaveAttribute('aria-current', 'page')
    expect(router.state.location.pathname).toBe('/admin/works')
  })

  it('a part without its permission says 没有权限 beside the others', async () => {
    operator(['works:edit'])
    renderApp('/admin/messages')
    expect(await screen.findByText('没有权限')).toBeVisible()
    expect(screen.getByRole('navigation', { name: '管理台' })).toBeVisible()
    expect(requests.filter(({ url }) => url.includes('/admin/'))).toEqual([])
  })

  it.each([
    [ALL, 1],
    [[], 0],
  ])('stands in the member menu of somebody with %j: %i', async (permissions, count) => {
    operator(permissions)
    const { user } = renderApp('/user')
    await screen.findByText('lin_xia')
    await user.click(screen.getByRole('button', { name: '更多' }))
    const menu = within(screen.getByRole('dialog', { name: '更多' }))
    expect(menu.queryAllByRole('link', { name: '管理台' })).toHaveLength(count)
  })
})

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

describe('the works table', () => {
  it('is filtered by the address, and asks for nothing the address makes up', async () => {
    operator()
    serveAdmin({ works: [makeAdminWork(1)] })
    const { user } = renderApp('/admin/works?modId=7&keyword=ABCD')
    await rowsOf('作品')
    expect(queries('/admin/works')[0]).toEqual({ keyword: 'ABCD', pageNum: '1', pageSize: '20' })
    await user.click(screen.getByRole('link', { name: '无码' }))
    await user.click(screen.getByRole('link', { name: '已隐藏' }))
    await waitFor(() =>
      expect(queries('/admin/works').at(-1)).toEqual({
        keyword: 'ABCD',
        modId: '2',
        hidden: '1',
        pageNum: '1',
        pageSize: '20',
      }),
    )
  })

  it('has buttons that say of every row what they are about', async () => {
    operator()
    serveAdmin({ works: [makeAdminWork(1), makeAdminWork(2)] })
    renderApp('/admin/works')
    const rows = await rowsOf('作品')
    const names = rows.map((row) =>
      within(row)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    )
    expect(names).toEqual([
      ['编辑 ABCD-1', '隐藏 ABCD-1', '下架 ABCD-1'],
      ['编辑 ABCD-2', '隐藏 ABCD-2', '下架 ABCD-2'],
    ])
  })

  it('hides a work with a reason, and restores it', async () => {
    operator()
    serveAdmin({ works: [makeAdminWork(1)] })
    const { user } = renderApp('/admin/works')
    await user.click(await screen.findByRole('button', { name: '隐藏 ABCD-1' }))
    const dialog = within(await screen.findByRole('dialog', { name: '隐藏作品?' }))
    await user.click(dialog.getByRole('button', { name: '隐藏' }))
    expect(await dialog.findByText('请填写原因')).toBeVisible()
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '封面有误')
    await user.click(dialog.getByRole('button', { name: '隐藏' }))
    await expectToast('作品已隐藏')
    expect(await sent('/works/hide')[0]?.json()).toEqual({ id: makeAdminWork(1).id, reason: '封面有误' })
    await waitFor(async () => expect(cells((await rowsOf('作品'))[0] as HTMLElement)[3]).toHaveTextContent('已隐藏'))
    await user.click(screen.getByRole('button', { name: '恢复 ABCD-1' }))
    await user.type(screen.getByRole('textbox', { name: '原因' }), '已更正')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '恢复' }))
    await waitFor(async () => expect(cells((await rowsOf('作品'))[0] as HTMLElement)[3]).toHaveTextContent('显示中'))
  })

  it('offers to bring back a work that was taken down, and nothing else', async () => {
    operator()
    serveAdmin({ works: [makeAdminWork(1, { hidden: 1, takenDown: 1 })] })
    renderApp('/admin/works')
    const [row] = await rowsOf('作品')
    const buttons = within(row as HTMLElement).getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['编辑', '恢复'])
    expect(within(row as HTMLElement).getByText('已下架')).toBeVisible()
  })

  it('edits a work: what is wrong is said, and only what changed is sent', async () => {
    operator()
    serveAdmin({ works: [makeAdminWork(1)] })
    const { user } = renderApp('/admin/works')
    await user.click(await screen.findByRole('button', { name: '编辑 ABCD-1' }))
    const dialog = within(await screen.findByRole('dialog', { name: '编辑 ABCD-1' }))
    const title = dialog.getByRole('textbox', { name: '标题' })
    await user.clear(title)
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await dialog.findByText('不能为空')).toBeVisible()
    await user.type(title, '山城清晨的长桥')
    await user.selectOptions(dialog.getByRole('combobox', { name: '在线播放' }), '可在线观看')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await screen.findByText('已保存')
    const id = makeAdminWork(1).id
    expect(await sent('/works/edit')[0]?.json()).toEqual({
      ...{ id, version: 1, knownTermsOnly: true },
      ...{ title: '山城清晨的长桥', isOnline: 1 },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('山城清晨的长桥')).toBeVisible()
  })
})

describe('the reports', () => {
  it('are decided with a note', async () => {
    operator()
    serveAdmin({
      reports: [
        makeReport(1),
        makeReport(2, { reason: 'minor', status: 'done', decision: 'takedown', note: '已核实' }),
      ],
    })
    const { user } = renderApp('/admin/reports')
    const [row] = await rowsOf('举报')
    expect(cells(row as HTMLElement)[2]).toHaveTextContent('信息有误')
    await user.click(screen.getByRole('button', { name: /^保留 ABCD-1 / }))
    const dialog = within(await screen.findByRole('dialog', { name: '保留作品?' }))
    await user.type(dialog.getByRole('textbox', { name: '备注（选填）' }), '核对无误')
    await user.click(dialog.getByRole('button', { name: '保留' }))
    expect(await screen.findByText('没有待处理的举报')).toBeVisible()
    expect(await sent('/reports/decide')[0]?.json()).toEqual({
      id: makeReport(1).id,
      decision: 'keep',
      note: '核对无误',
    })
    await user.click(screen.getByRole('link', { name: '已处理' }))
    expect(await screen.findByText('涉及未成年人')).toBeVisible()
    expect(screen.getByText('核对无误')).toBeVisible()
    expect(screen.getByText('已核实')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^下架/ })).toBeNull()
  })

  it('are ticked and decided together, and say which works are still on the site', async () => {
    operator()
    serveAdmin({
      reports: [
        makeReport(1, { reason: 'minor', queued: 'breaker' }),
        makeReport(2, { reason: 'minor', queued: 'kept' }),
        makeReport(3),
      ],
    })
    const { user } = renderApp('/admin/reports')
    expect(await screen.findByText('超出自动下线上限，仍在线')).toBeVisible()
    expect(screen.getByText('曾判定保留，仍在线')).toBeVisible()
    expect(screen.queryByRole('button', { name: '批量保留' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: /选择 ABCD-1 / }))
    await user.click(screen.getByRole('checkbox', { name: /选择 ABCD-3 / }))
    expect(screen.getByText('已选2条')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '批量保留' }))
    const dialog = within(await screen.findByRole('dialog', { name: '保留作品?' }))
    expect(dialog.getByText(/选中的2条举报/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '保留' }))
    await screen.findByText('已处理2条举报')
    expect(await sent('/reports/decisions')[0]?.json()).toEqual({
      ids: [makeReport(1).id, makeReport(3).id],
      decision: 'keep',
    })
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2))
    await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
    expect(screen.getByText('已选1条')).toBeVisible()
  })
})

describe('the audit log', () => {
  it('leads to the batch that an entry about codes names', async () => {
    operator()
    const entry = {
      id: '1',
      actor: 'lin_xia',
      action: 'codes.make',
      targetKind: 'codes',
      targetId: '秋季-1',
      before: null,
      after: { count: 2 },
      reason: '',
      createTime: '2026-01-02 08:00:00',
    }
    serveAdmin({ audit: [entry] })
    renderApp('/admin/audit')
    expect(await screen.findByRole('link', { name: '秋季-1' })).toHaveAttribute(
      'href',
      `/admin/codes?batch=${encodeURIComponent('秋季-1')}`,
    )
  })

  it('shows who changed what from what to what, by action and person', async () => {
    operator()
    const entry = {
      id: '1',
      actor: 'lin_xia',
      action: 'works.edit',
      targetKind: 'work',
      targetId: makeAdminWork(1).id,
      targetName: 'ABC-001 长桥',
      before: { title: '灯塔', duration: 90 },
      after: { title: '长桥', duration: 90 },
      reason: '更正',
      createTime: '2026-01-02 08:00:00',
    }
    serveAdmin({ audit: [entry] })
    const { router, user } = renderApp('/admin/audit?action=made.up')
    const [row] = await rowsOf('操作日志')
    expect(queries('/admin/audit')[0]).toEqual({ pageNum: '1', pageSize: '20' })
    expect(cells(row as HTMLElement).map(({ textContent }) => textContent)).toEqual([
      '2026-01-02 08:00:00',
      'lin_xia',
      '编辑作品',
      '作品ABC-001 长桥只看它的记录',
      '标题灯塔→长桥',
      '更正',
    ])
    expect(screen.getByRole('link', { name: 'ABC-001 长桥' })).toHaveAttribute(
      'href',
      `/admin/works?open=${makeAdminWork(1).id}`,
    )
    await user.click(screen.getByRole('link', { name: '只看它的记录：作品 ABC-001 长桥' }))
    await waitFor(() =>
      expect(queries('/admin/audit').at(-1)).toEqual({
        targetKind: 'work',
        targetId: makeAdminWork(1).id,
        pageNum: '1',
        pageSize: '20',
      }),
    )
    await user.click(await screen.findByRole('link', { name: '显示全部记录' }))
    await user.type(screen.getByLabelText('从'), '2026-01-02')
    await waitFor(() => expect(queries('/admin/audit').at(-1)).toMatchObject({ from: '2026-01-02' }))
    await user.clear(screen.getByLabelText('从'))
    await waitFor(() => expect(router.state.location.search).toBe('?action=made.up'))
    await user.selectOptions(screen.getByRole('combobox', { name: '操作' }), '隐藏作品')
    await user.type(screen.getByRole('searchbox', { name: '操作人全名' }), 'lin{Enter}')
    await waitFor(() => expect(router.state.location.search).toBe('?action=works.hide&actor=lin'))
    await waitFor(() =>
      expect(queries('/admin/audit').at(-1)).toEqual({
        action: 'works.hide',
        actor: 'lin',
        pageNum: '1',
        pageSize: '20',
      }),
    )
  })
})
