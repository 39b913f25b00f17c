import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { ADMIN, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { serveTill } from '@/testing/admin-money.ts'
import { makeAdminTerm, makeAdminWork, makeDashboard, makeOrderHistory, makeReport } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { makeAdminMember, makeMemberDetail, makeSetting, serveMembers } from '@/testing/people.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'

const RECENT = 'yingku.console.recent'
const ALL = [
  'works:edit',
  'terms:edit',
  'messages:reply',
  'reports:handle',
  'orders:view',
  'users:manage',
  'settings:view',
]
const WORK = makeAdminWork(1, { number: 'ABC-001', title: '长桥' })
const TERM = makeAdminTerm(1, { name: '林晓月', nameCn: '' })
const MEMBER = makeAdminMember(5)
const ORDER = makeOrderHistory(1)

function open(address = '/admin/works', permissions = ALL) {
  serveMember()
  servePermissions(permissions)
  serveAdmin({
    works: [WORK],
    terms: [TERM],
    reports: [makeReport(1, { number: 'ABC-002', title: '灯塔', status: 'open' })],
    dashboard: makeDashboard(),
  })
  serveMembers([makeMemberDetail(MEMBER)])
  serveTill({ orders: [ORDER] })
  server.use(
    http.get(`${ADMIN}/settings`, () =>
      HttpResponse.json({
        code: 200,
        msg: '',
        rows: [makeSetting('LOG_FORMAT', { helpZh: '日志格式' }), makeSetting('BIND')],
        total: 2,
      }),
    ),
  )
  return renderApp(address)
}

type User = ReturnType<typeof renderApp>['user']

async function ask(user: User, text = '') {
  await screen.findByRole('navigation', { name: '管理台' })
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: '搜索管理台' })
  if (text) await user.type(field, text)
  return field
}

const dialog = () => within(screen.getByRole('dialog', { name: '搜索管理台' }))
const options = () => dialog().queryAllByRole('option')
const groupNames = () =>
  dialog()
    .queryAllByRole('group')
    .map((group) => group.getAttribute('aria-label'))
const selected = () => options().find((option) => option.getAttribute('aria-selected') === 'true')
const status = (text: string) => waitFor(() => expect(dialog().getByText(text)).toBeVisible())
const asked = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(`/admin${path}`))
const queries = (path: string) => asked(path).map(({ url }) => Object.fromEntries(new URL(url).searchParams))

describe('the search of the console', () => {
  it('opens by key, takes the focus, and gives it back on Escape', async () => {
    const { user } = open()
    const place = await screen.findByRole('searchbox', { name: '番号或标题' })
    await user.click(place)
    const field = await ask(user)
    expect(field).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(place).toHaveFocus()
    await user.keyboard('{Meta>}k{/Meta}')
    expect(await screen.findByRole('combobox', { name: '搜索管理台' })).toHaveFocus()
    await user.keyboard('{Meta>}k{/Meta}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens by its button, and closes by that of its own', async () => {
    const { user } = open()
    const button = await screen.findByRole('button', { name: '搜索管理台' })
    await user.click(button)
    await screen.findByRole('combobox', { name: '搜索管理台' })
    await user.click(dialog().getByRole('button', { name: '关闭' }))
    expect(button).toHaveFocus()
  })

  it('shows the sections that the operator may see, and asks nothing until something is typed', async () => {
    const { user } = open('/admin/works', ['works:edit', 'orders:view'])
    await ask(user)
    expect(groupNames()).toEqual(['前往'])
    expect(options().map(({ textContent }) => textContent)).toEqual(['作品', '订单'])
    await user.keyboard('{ArrowDown}')
    expect(selected()).toHaveTextContent('订单')
    expect(queries('/orders')).toEqual([])
  })

  it.each(['订单', 'dd', 'dingd', 'Orders'])('finds a section by %s, and leads there by Enter', async (word) => {
    const { user, router } = open()
    await ask(user, word)
    await waitFor(() => expect(selected()).toHaveTextContent('订单'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/orders'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks every list for what is typed, and opens a row by the keyboard alone', async () => {
    const { user, router } = open()
    const field = await ask(user, '  reader_5 ')
    await status('找到 3 项')
    const head = { keyword: 'reader_5', pageNum: '1', pageSize: '5' }
    for (const path of ['/terms', '/members', '/orders', '/messages']) expect(queries(path)).toEqual([head])
    expect(queries('/works').at(-1)).toEqual(head)
    expect(queries('/reports')).toEqual([{ status: 'open', pageNum: '1', pageSize: '100' }])
    expect(groupNames()).toEqual(['作品', '会员', '订单'])
    expect(selected()).toHaveTextContent('ABC-001')
    expect(field).toHaveAttribute('aria-activedescendant', selected()?.id)
    await user.keyboard('{ArrowUp}')
    expect(selected()).toHaveTextContent(ORDER.orderId)
    await user.keyboard('{ArrowUp}{Enter}')
    expect(await screen.findByRole('dialog', { name: '会员 reader_5' })).toBeVisible()
    expect(router.state.location.pathname + router.state.location.search).toBe(`/admin/members?open=${MEMBER.id}`)
  })

  it('asks only the lists that the operator may see and that take so long a text', async () => {
    const { user } = open('/admin/works', ['works:edit', 'users:manage'])
    await ask(user, 'somebody.with.a.long.name@mail.example.org')
    await status('找到 1 项')
    expect(queries('/members')).toHaveLength(1)
    expect(queries('/works').filter(({ keyword }) => keyword)).toEqual([])
    for (const path of ['/terms', '/orders', '/messages', '/reports', '/settings']) expect(asked(path)).toEqual([])
  })

  it('shows five of a list and leads to all of them', async () => {
    const { user, router } = open('/admin/orders', ['works:edit', 'orders:view'])
    serveAdmin({ works: Array.from({ length: 7 }, (_, index) => makeAdminWork(index + 1)) })
    await ask(user, 'A B')
    await status('找到 6 项')
    const works = within(dialog().getByRole('group', { name: '作品' }))
    expect(works.getAllByRole('option')).toHaveLength(6)
    await user.click(works.getByRole('option', { name: /查看全部作品\s*共 7 条/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/works'))
    expect(router.state.location.search).toBe('?keyword=A+B')
    expect(await screen.findByRole('searchbox', { name: '番号或标题' })).toHaveValue('A B')
  })

  it('finds settings by what they are for, and reports by their work', async () => {
    const { user, router } = open('/admin/works', ['works:edit', 'settings:view', 'reports:handle'])
    const field = await ask(user, '日志格式')
    await user.click(await dialog().findByRole('option', { name: /LOG_FORMAT/ }))
    await waitFor(() => expect(router.state.location.search).toBe('?keyword=LOG_FORMAT'))
    expect(field).not.toBeInTheDocument()
    await ask(user, 'abc002')
    await user.click(await dialog().findByRole('option', { name: /ABC-002 灯塔/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/reports'))
  })
})

describe('lists that are slow or fail', () => {
  it('come below those that are there, and what is chosen stays', async () => {
    const { user } = open('/admin/orders', ['works:edit', 'users:manage', 'orders:view'])
    let answer = () => {}
    const gate = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.get(`${ADMIN}/works`, async () => {
        await gate
        return HttpResponse.json({ code: 200, msg: '', rows: [WORK], total: 1 })
      }),
    )
    await ask(user, 'reader_5')
    await waitFor(() => expect(groupNames()).toEqual(['会员', '订单']))
    expect(dialog().getByText('正在查找…')).toBeVisible()
    expect(selected()).toHaveTextContent('reader_5')
    answer()
    await status('找到 3 项')
    expect(groupNames()).toEqual(['会员', '订单', '作品'])
    expect(selected()).toHaveTextContent('reader_5')
  })

  it('are not waited for once something else is typed', async () => {
    const { user } = open('/admin/orders', ['works:edit'])
    server.use(
      http.get(`${ADMIN}/works`, ({ request }) => {
        if (new URL(request.url).searchParams.get('keyword') === 'A') return new Promise<never>(() => undefined)
        return HttpResponse.json({ code: 200, msg: '', rows: [WORK], total: 1 })
      }),
    )
    const abort = vi.spyOn(XMLHttpRequest.prototype, 'abort')
    const field = await ask(user, 'A')
    await waitFor(() => expect(queries('/works')).toHaveLength(1))
    await user.type(field, 'B')
    await status('找到 1 项')
    expect(queries('/works').map(({ keyword }) => keyword)).toEqual(['A', 'AB'])
    expect(abort).toHaveBeenCalledTimes(1)
  })

  it('leave the others as they are, and can be asked again', async () => {
    const { user } = open('/admin/orders', ['works:edit', 'users:manage'])
    let isBroken = true
    server.use(
      http.get(`${ADMIN}/works`, () =>
        isBroken ? failure(403, 403, '没有权限') : HttpResponse.json({ code: 200, msg: '', rows: [WORK], total: 1 }),
      ),
    )
    await ask(user, 'reader_5')
    await status('找到 1 项，1 组查找失败')
    expect(selected()).toHaveTextContent('作品查找失败重试')
    isBroken = false
    await user.keyboard('{Enter}')
    await status('找到 2 项')
    expect(groupNames()).toEqual(['作品', '会员'])
  })

  it('say that there is nothing', async () => {
    const { user } = open('/admin/orders', ['terms:edit'])
    await ask(user, '不存在')
    await status('没有找到“不存在”')
    expect(screen.getByRole('combobox', { name: '搜索管理台' })).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard('{Enter}')
    expect(dialog().getByText('没有找到')).toBeVisible()
  })
})

describe('what was opened last', () => {
  it('is offered first, to who may see it, and forgotten on logging out', async () => {
    const { user, router } = open(`/admin/works?open=${WORK.id}`)
    await screen.findByRole('textbox', { name: '标题' })
    // Over a drawer that only shows something.
    await ask(user)
    expect(groupNames()).toEqual(['最近打开', '前往'])
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await ask(user)
    await user.click(within(dialog().getByRole('group', { name: '最近打开' })).getByRole('option'))
    await waitFor(() => expect(router.state.location.search).toBe(`?open=${WORK.id}`))
    await user.click(await screen.findByRole('button', { name: '关闭' }))
    expect(localStorage.getItem(RECENT)).not.toBeNull()
    await user.click(screen.getByRole('button', { name: '退出' }))
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('combobox', { name: '搜索管理台' })).toBeNull()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '退出账号' }))
    await waitFor(() => expect(localStorage.getItem(RECENT)).toBeNull())
  })

  it('is at most eight, and nothing that somebody put there', async () => {
    const item = (id: number) => ({ section: 'orders', id: String(id), name: `订单 ${id}`, note: '' })
    localStorage.setItem(
      RECENT,
      JSON.stringify([{ section: 'moon' }, 7, ...Array.from({ length: 9 }, (_, id) => item(id))]),
    )
    const { user } = open('/admin/works', ['works:edit', 'orders:view'])
    await ask(user)
    expect(within(dialog().getByRole('group', { name: '最近打开' })).getAllByRole('option')).toHaveLength(8)
    await user.keyboard('{Escape}')
  })
})
