import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeAdminWork, makeReport } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { requests } from '@/testing/server.ts'
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
        state: 'hidden',
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
    await waitFor(async () => expect(cells((await rowsOf('作品'))[0] as HTMLElement)[4]).toHaveTextContent('已隐藏'))
    await user.click(screen.getByRole('button', { name: '恢复 ABCD-1' }))
    await user.type(screen.getByRole('textbox', { name: '原因' }), '已更正')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '恢复' }))
    await waitFor(async () => expect(cells((await rowsOf('作品'))[0] as HTMLElement)[4]).toHaveTextContent('显示中'))
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
    expect(await screen.findByRole('link', { name: /山城清晨的长桥/ })).toBeVisible()
    // It stays open, with nothing left to save.
    await user.click(dialog.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
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

  it('of players are told from those of people', async () => {
    operator()
    serveAdmin({ reports: [makeReport(1, { reason: 'playback', detail: '线路 1：无法连接或文件损坏', reports: 12 })] })
    renderApp('/admin/reports')
    const row = await screen.findByRole('row', { name: /播放失败 ?播放器自动报告/ })
    expect(within(row).getByText('线路 1：无法连接或文件损坏')).toBeVisible()
    expect(within(row).getByRole('cell', { name: '12' })).toBeVisible()
    expect(screen.getByRole('button', { name: '保留 ABCD-1 播放失败' })).toBeVisible()
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
    operator([...ALL, 'codes:make'])
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

  it('leads to who did it, and to nothing that is gone or in another part', async () => {
    operator([...ALL, 'users:manage', 'terms:edit'])
    const entry = {
      action: 'terms.delete',
      before: { name: '林晓月' },
      after: null,
      reason: '',
      createTime: '2026-01-02 08:00:00',
    }
    serveAdmin({
      audit: [
        { ...entry, id: '1', actor: 'lin_xia', targetKind: 'term', targetId: '31' },
        { ...entry, id: '2', actor: '系统', targetKind: 'plan', targetId: '32', targetName: 'VIP月卡' },
      ],
    })
    renderApp('/admin/audit')
    expect(await screen.findByRole('link', { name: 'lin_xia' })).toHaveAttribute(
      'href',
      '/admin/members?keyword=lin_xia',
    )
    expect(screen.getByText('林晓月（已删除）')).toBeVisible()
    const names = screen.getAllByRole('link').map(({ textContent }) => textContent)
    for (const name of ['系统', 'VIP月卡', '林晓月（已删除）']) expect(names).not.toContain(name)
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
