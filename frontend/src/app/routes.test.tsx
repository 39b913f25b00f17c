import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { startSession } from '@/shared/api/session.ts'
import type { ChannelName } from '@/shared/config/channels.ts'
import { makeDetail, makeTerm, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, listQueries, requests, server } from '@/testing/server.ts'
import { serveShop } from '@/testing/shop.ts'
import { guardedTo, screenAt } from './keep-alive.tsx'
import { SCREENS, type Screen } from './screens.tsx'

type Meta = Pick<Screen, 'keepAlive' | 'section' | 'channel' | 'hideTabBar' | 'bare'>

const list = (channel: ChannelName): Meta => ({ keepAlive: true, section: channel, channel })
const detail = (section: ChannelName): Meta => ({ section, hideTabBar: true })
const account: Meta = { section: 'user', hideTabBar: true }
const WORK = '7300000000000000001'

/** Every address of R1 with ids and keywords filled in, its document title and its meta. */
const ROUTES: [address: string, title: string, meta: Meta][] = [
  ['/index', '首页', { keepAlive: true, section: 'home' }],
  ['/censored', '有码', list('censored')],
  ['/uncensored', '无码', list('uncensored')],
  ['/western', '欧美', list('western')],
  ['/top', '有码排行', list('censored')],
  ['/top/month', '本月排行', { keepAlive: true, section: 'home' }],
  ['/top/uncensored', '无码排行', list('uncensored')],
  ['/top/western', '欧美排行', list('western')],
  [`/censored/${WORK}`, 'ABCD-1 测试影片 1', detail('censored')],
  [`/uncensored/${WORK}`, 'ABCD-1 测试影片 1', detail('uncensored')],
  [`/western/${WORK}`, 'ABCD-1 测试影片 1', detail('western')],
  ['/tags/index', '有码类别', list('censored')],
  ['/tags/1', '有码类别', list('censored')],
  ['/tags/uncensored/1', '无码类别', list('uncensored')],
  ['/tags/western/1', '欧美类别', list('western')],
  ['/series/1', '有码系列', list('censored')],
  ['/maker/1', '有码片商', list('censored')],
  ['/maker/uncensored/1', '无码片商', list('uncensored')],
  ['/maker/western/1', '欧美片商', list('western')],
  ['/label/index', '有码发行商', list('censored')],
  ['/director/index', '有码导演', list('censored')],
  ['/item/index', '有码相同系列', list('censored')],
  ['/performer/index', '有码女优合集', list('censored')],
  ['/performer/uncensored/index', '无码女优合集', list('uncensored')],
  ['/search/abc', 'abc 搜索', { keepAlive: true }],
  ['/user', '我的', { keepAlive: true, section: 'user' }],
  ['/message', '客服留言', account],
  ['/sub', '激活码兑换', account],
  ['/user/account', '账户安全', account],
  ['/login', '账户登陆', account],
  ['/register', '账户注册', account],
  ['/recover', '找回密码', account],
  ['/pay', 'VIP充值', { ...account, bare: true }],
  ['/orders', '订单记录', { ...account, bare: true }],
  ['/admin', '管理台', { hideTabBar: true, bare: true }],
  ['/admin/dashboard', '概览', { hideTabBar: true, bare: true }],
  ['/admin/statistics', '统计', { hideTabBar: true, bare: true }],
  ['/admin/messages', '留言管理', { hideTabBar: true, bare: true }],
  ['/admin/works', '作品管理', { hideTabBar: true, bare: true }],
  ['/admin/jobs', '任务', { hideTabBar: true, bare: true }],
  ['/admin/reports', '举报管理', { hideTabBar: true, bare: true }],
  ['/admin/audit', '操作日志', { hideTabBar: true, bare: true }],
]

it.each(ROUTES)('%s has the title %s and its meta', async (address, title, meta) => {
  serveShop()
  server.use(
    http.get(`${API}/tag/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
    http.get(`${API}/works/performer/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
    http.get(`${API}/tag/channel`, () => HttpResponse.json({ code: 200, msg: '', data: [] })),
    http.get(`${API}/works/detail/list`, () =>
      HttpResponse.json({ code: 200, msg: '', rows: [makeWork(1)], total: 1 }),
    ),
    http.get(`${API}/works/detail/:id`, () => HttpResponse.json(makeDetail(makeWork(1)))),
  )
  renderApp(address)
  await waitFor(() => expect(document.title).toBe(`${title} - 映库`))
  expect(await within(screen.getByRole('main')).findByRole('heading', { level: 1 })).toBeInTheDocument()
  const { keepAlive, section, channel, hideTabBar = false, bare = false } = screenAt(address) ?? {}
  expect({ keepAlive, section, channel, hideTabBar, bare }).toEqual({ hideTabBar: false, bare: false, ...meta })
})

it.each([
  ['/', '/index'],
  ['/UserLogin', '/login'],
])('%s leads to %s in place of itself', async (address, target) => {
  const { router } = renderApp(address)
  await waitFor(() => expect(router.state.location.pathname).toBe(target))
  expect(router.state.historyAction).toBe('REPLACE')
})

it('sends visitors without stored user data away from a screen marked requireAuth, and no screen is marked', () => {
  const marked: Screen = { path: '/secret', title: '', element: null, requireAuth: true }
  expect(guardedTo(marked)).toBe('/UserLogin')
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  expect(guardedTo(marked)).toBeUndefined()
  expect(SCREENS.filter((screen) => screen.requireAuth)).toEqual([])
})

it.each(['/tags/index', '/tags/uncensored/index', '/series/index', '/maker/western/index', '/performer/index'])(
  '%s selects nothing',
  async (address) => {
    server.use(
      http.get(`${API}/tag/:kind`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0, data: [] })),
      http.get(`${API}/works/performer/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
    )
    renderApp(address)
    await screen.findAllByRole('article')
    const query = [...(listQueries()[0]?.keys() ?? [])]
    expect(query).toContain('tableNmae')
    expect(query.filter((name) => name.endsWith('Id') && name !== 'modId')).toEqual([])
    const entries = document.querySelectorAll('.term-entry[aria-current], .category-group [aria-current]')
    expect(entries).toHaveLength(0)
  },
)

it.each([
  ['/series/7', 'seriesId', '12'],
  ['/label/7', 'labelId', '12'],
  ['/director/7', 'directorId', '12'],
  ['/item/7', 'itemId', '12'],
  ['/maker/uncensored/7', 'makerId', '12'],
  ['/performer/uncensored/7', 'performerId', '12'],
  ['/tags/western/7', 'tagsId', '24'],
])('%s asks by %s, %s works a page, and 32 sidebar entries', async (address, name, pageSize) => {
  const answer = { code: 200, msg: '', rows: [{ ...makeTerm(7), id: '7' }], total: 1, data: [] }
  server.use(
    http.get(`${API}/tag/:kind`, () => HttpResponse.json(answer)),
    http.get(`${API}/works/performer/list`, () => HttpResponse.json(answer)),
  )
  renderApp(address)
  await screen.findAllByRole('article')
  expect(listQueries()[0]?.get(name)).toBe('7')
  expect(listQueries()[0]?.get('pageSize')).toBe(pageSize)
  // An entry without a page in its own channel has its works here all the same.
  const hasPageOfItsOwn = name === 'makerId' || name === 'tagsId'
  expect(listQueries()[0]?.has('modName')).toBe(hasPageOfItsOwn)
  const sidebar = () =>
    requests.map(({ url }) => new URL(url)).find((url) => /\/(tag|performer)\/list$/.test(url.pathname))
  if (name !== 'tagsId') await waitFor(() => expect(sidebar()?.searchParams.get('pageSize')).toBe('32'))
})

it('shows a page for an unknown address with a way on', async () => {
  renderApp('/no/such/page')
  expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/index')
})

it.each(['/pay', '/orders'])('%s stands outside the layout', async (address) => {
  serveShop()
  renderApp(address)
  expect(await screen.findByRole('button', { name: '返回' })).toBeVisible()
  expect(screen.queryByRole('banner')).toBeNull()
  expect(screen.queryByRole('navigation', { name: '主导航' })).toBeNull()
})

const MENUS = {
  '/censored':
    '/censored /tags/index /top /performer/index /maker/index /label/index /director/index /item/index /series/index',
  '/uncensored': '/uncensored /tags/uncensored/index /top/uncensored /performer/uncensored/index',
  '/western': '/western /tags/western/index /top/western',
}

it.each(Object.entries(MENUS))('the channel menu at %s has exactly its links', (address, links) => {
  renderApp(address)
  const menu = screen.getByRole('navigation', { name: /频道$/ })
  const hrefs = [...menu.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(new Set(hrefs)).toEqual(new Set(links.split(' ')))
  expect(menu.querySelector('[aria-current]')).toHaveAttribute('href', address)
})

it('has the tab bar’s four links', () => {
  renderApp('/censored')
  const bar = screen.getByRole('navigation', { name: '主导航' })
  const hrefs = [...bar.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(['/censored', '/uncensored', '/western', '/user'])
})

it('keeps theme and discreet mode on the device', async () => {
  const { user } = renderApp('/index')
  await user.click(screen.getByRole('button', { name: '打开菜单' }))
  await user.click(screen.getByRole('radio', { name: '浅色' }))
  await user.click(screen.getByRole('switch', { name: /低调模式/ }))
  expect(document.documentElement).toHaveAttribute('data-theme', 'light')
  expect(document.documentElement).toHaveClass('discreet')
  expect(document.title).toBe('目录')
  expect(JSON.parse(localStorage.getItem('yingku.preferences') ?? '')).toEqual({
    theme: 'light',
    discreet: true,
    recordSearches: true,
  })
  await user.click(screen.getByRole('radio', { name: '深色' }))
  await user.click(screen.getByRole('switch', { name: /低调模式/ }))
})
