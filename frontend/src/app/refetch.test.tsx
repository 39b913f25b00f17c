import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { serveAdmin } from '@/testing/admin.ts'
import { makeImport, serveImports } from '@/testing/admin-imports.ts'
import { serveTill } from '@/testing/admin-money.ts'
import {
  makeAdminPlan,
  makeAdminTerm,
  makeDetail,
  makeMagnet,
  makeMessage,
  makeOrder,
  makeUserInfo,
  makeWork,
  messageId,
} from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { serveMessages } from '@/testing/messages.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, server } from '@/testing/server.ts'
import { serveShop } from '@/testing/shop.ts'

const WORK = makeWork(1)
const done = (more: object) => HttpResponse.json({ code: 200, msg: '', ...more })
type User = ReturnType<typeof renderApp>['user']

function serveAll() {
  serveMember()
  serveShop({ orders: [makeOrder(1, { payName: 'VIP月卡' })] })
  server.use(
    http.get(`${API}/works/detail/${WORK.id}`, () => HttpResponse.json(makeDetail(WORK, { collect: true }))),
    http.get(`${API}/works/detail/list`, () => done({ rows: [WORK], total: 1 })),
    http.get(`${API}/dht/list`, () => done({ rows: [makeMagnet(1)], total: 1 })),
    http.get(`${API}/tag/channel`, () =>
      done({ data: [{ name: '场景', items: [{ id: '1', name: 'sea', nameCn: '海边', count: 1 }] }] }),
    ),
  )
}

const openPicker = async (user: User) => user.click(await screen.findByRole('button', { name: '已收藏' }))
const PLACES: [
  name: string,
  address: string,
  shown: () => Promise<HTMLElement>,
  open?: (user: User) => Promise<void>,
][] = [
  ['the orders', '/orders', () => screen.findByRole('heading', { name: 'VIP月卡' })],
  ['the plans', '/pay', () => screen.findByRole('radio', { name: /VIP年卡/ })],
  ['a work', `/censored/${WORK.id}`, () => screen.findByRole('tab', { name: '作品详情' })],
  ['magnets', `/censored/${WORK.id}?tab=magnet`, () => screen.findByText('ABCD-1 高清')],
  ['categories', '/tags/index', () => screen.findByRole('link', { name: /海边/ })],
  ['rows of works', '/index', () => screen.findByRole('link', { name: /首页|ABCD-1/ })],
  ['a choice', `/censored/${WORK.id}`, () => screen.findByRole('checkbox', { name: /默认收藏夹/ }), openPicker],
]

describe('what is here stays when it cannot be brought up to date', () => {
  it.each(PLACES)('%s', async (name, address, shown, open) => {
    serveAll()
    const { client, user } = renderApp(address)
    await open?.(user)
    if (name === 'rows of works') await screen.findAllByRole('article')
    else await shown()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    const before = screen.queryAllByRole('article').length
    server.use(http.get('*/prod-api/*', () => failure(400, 402, '不行')))
    await client.refetchQueries()
    expect((await screen.findAllByText('更新失败，显示的是之前的内容'))[0]).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryAllByRole('article')).toHaveLength(before)
    if (name !== 'rows of works') expect(await shown()).toBeVisible()
    server.resetHandlers()
    serveAll()
    for (const retry of screen.getAllByRole('button', { name: '重试' })) await user.click(retry)
    await waitFor(() => expect(screen.queryByText('更新失败，显示的是之前的内容')).toBeNull())
  })
})

function operator() {
  serveMember()
  const permissions = ['works:edit', 'works:import', 'terms:edit', 'plans:edit']
  server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ roles: ['admin'], permissions }))))
}

describe('what operators change is news to the site in this window', () => {
  it('a renamed term, to the works that have it', async () => {
    operator()
    serveAdmin({ terms: [makeAdminTerm(1)] })
    const { client, user } = renderApp(`/admin/terms?open=${makeAdminTerm(1).id}`)
    client.setQueryData(['works', 'probe'], 1)
    await user.type(await screen.findByRole('textbox', { name: '名称' }), '新')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(client.getQueryState(['works', 'probe'])?.isInvalidated).toBe(true))
  })

  it('a plan off sale, to the shop', async () => {
    operator()
    serveTill({ plans: [makeAdminPlan(1, { name: 'VIP月卡' })] })
    const { client, user } = renderApp('/admin/plans')
    client.setQueryData(['plans', 'time'], 1)
    await user.click(await screen.findByRole('button', { name: /^下架/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '下架' }))
    await waitFor(() => expect(client.getQueryState(['plans', 'time'])?.isInvalidated).toBe(true))
  })

  it('an import that ends after its screen was left', async () => {
    operator()
    serveAdmin()
    serveImports([makeImport(1, { state: 'running', size: 4096, readBytes: 1024, lines: 3000, rate: 100 })])
    const { client, router } = renderApp('/admin/import')
    await screen.findByRole('region', { name: '导入 films-1.ndjson' })
    await router.navigate('/admin/works')
    await screen.findByText('没有符合的作品')
    await new Promise((rendered) => setTimeout(rendered))
    client.setQueryData(['works', 'probe'], 1)
    serveImports([makeImport(1, { state: 'done', size: 4096, readBytes: 4096, lines: 3000 })])
    await waitFor(() => expect(client.getQueryState(['works', 'probe'])?.isInvalidated).toBe(true), { timeout: 8000 })
  })
})

it('a question on a further page is known to be closed', async () => {
  serveMember()
  const messages = Array.from({ length: 14 }, (_, index) => makeMessage(index + 1))
  messages[13] = makeMessage(14, { status: 9 })
  serveMessages({ messages })
  renderApp(`/message?id=${messageId(14)}`)
  expect(await screen.findByText(/话题已关闭/)).toBeVisible()
})

it('after logging in the focus is in the page that comes', async () => {
  const { router } = renderApp('/login', { before: ['/index'] })
  await screen.findByRole('heading', { name: '账户登陆' })
  await router.navigate('/user', { replace: true })
  await screen.findByRole('tab', { name: '收藏' })
  expect(screen.getByRole('main')).toHaveFocus()
})
