import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import type { TermEntry } from '@/shared/api/types.ts'
import { makeTerm, makeTermDetail, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, countQueries, failure, listQueries, requests, server } from '@/testing/server.ts'

/** Sidebars that list nothing, but know one entry by its id. */
function serveTerm(term: TermEntry | null) {
  const answer = ({ request }: { request: Request }) => {
    const asked = new URL(request.url).searchParams.get('id')
    const rows = term && asked === term.id ? [term] : []
    return HttpResponse.json({ code: 200, msg: '', rows, total: rows.length })
  }
  server.use(http.get(`${API}/works/performer/list`, answer), http.get(`${API}/tag/list`, answer))
}

function serveNoWorks() {
  server.use(http.get(`${API}/works/detail/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })))
}

it('names a performer of another channel and lists all of her films', async () => {
  const ann = makeTerm(9, { name: 'Ann Lake', nameCn: '', count: 3, uncensoredCount: 0 })
  serveTerm(ann)
  renderApp(`/performer/uncensored/${ann.id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Ann Lake' })).toBeVisible()
  const sidebar = within(screen.getByRole('complementary', { name: '女优合集' }))
  expect(await sidebar.findByRole('link', { name: 'Ann Lake' })).toHaveAttribute('aria-current', 'page')
  await screen.findAllByRole('article')
  expect(listQueries()[0]?.get('performerId')).toBe(ann.id)
  expect(listQueries()[0]?.has('modName')).toBe(false)
})

it.each([
  ['/series/', '系列', 2, '首页无码演员甲', '无码'],
  ['/performer/', '女优合集', 2, '首页无码女优合集演员甲', '无码'],
  ['/performer/uncensored/', '女优合集', 3, '首页欧美演员甲', '欧美'],
] as const)('%s says of which channel an entry of another one is', async (address, title, modId, way, channel) => {
  const term = makeTerm(9, { nameCn: '演员甲' })
  serveTerm(term)
  server.use(
    http.get(`${API}/tag/detail/:id`, () =>
      HttpResponse.json({ code: 200, msg: '', data: makeTermDetail(9, { nameCn: '演员甲', modId }) }),
    ),
  )
  renderApp(address + term.id)
  await waitFor(() => expect(screen.getByRole('navigation', { name: '当前位置' })).toHaveTextContent(way))
  const pinned = within(screen.getByRole('complementary', { name: title })).getByRole('link', { name: /^演员甲/ })
  expect(pinned).toHaveTextContent(channel)
  expect(document.title).toBe(`演员甲 - ${title} - 映库`)
})

it('says no channel of an entry while nobody knows which it is', async () => {
  serveTerm(null)
  server.use(http.get(`${API}/tag/detail/:id`, () => new Promise<never>(() => undefined)))
  renderApp('/series/8000000000000000009')
  await waitFor(() => expect(document.title).toBe('系列 - 映库'))
  expect(screen.getByRole('navigation', { name: '当前位置' })).toHaveTextContent(/^首页系列$/)
})

it.each([
  ['/performer/', '女优合集'],
  ['/performer/uncensored/', '女优合集'],
  ['/maker/western/', '片商'],
  ['/director/', '导演'],
])('%s carries the name of its entry in title and heading', async (address, title) => {
  const term = makeTerm(4, { nameCn: '冰岛琴音', uncensoredCount: 4 })
  serveTerm(term)
  renderApp(address + term.id)
  await waitFor(() => expect(document.title).toBe(`冰岛琴音 - ${title} - 映库`))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('冰岛琴音')
})

it.each([
  ['/performer/8000000000000000123', '女优合集', '/performer/index'],
  ['/maker/western/8000000000000000123', '片商', '/maker/western/index'],
  ['/tags/8000000000000000123', '类别', '/tags/index'],
])('%s leads to no entry: it says so, with ways on and without an empty list', async (address, list, path) => {
  serveTerm(null)
  serveNoWorks()
  server.use(
    http.get(`${API}/tag/detail/:id`, () => failure(404, 404, '不存在', { error: 'not_found' })),
    http.get(`${API}/tag/channel`, () => HttpResponse.json({ code: 200, msg: '', data: [] })),
  )
  const log = vi.spyOn(console, 'error')
  const { router, user } = renderApp(address)
  expect(await screen.findByRole('heading', { level: 1, name: '找不到这个条目' })).toBeVisible()
  expect(screen.getByText('可能已经下架，或者地址有误。')).toBeVisible()
  expect(document.title).toBe('找不到这个条目 - 映库')
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: '搜索' })).toHaveAttribute('href', '/search')
  expect(main.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/index')
  expect(screen.queryByText('没有符合的影片')).toBeNull()
  for (const name of [/只看有磁力/, '筛选', '刷新']) expect(screen.queryByRole('button', { name })).toBeNull()
  // The page says it itself.
  expect(log).not.toHaveBeenCalled()
  await user.click(main.getByRole('link', { name: `全部${list}` }))
  expect(router.state.location.pathname).toBe(path)
})

it('carries the name of a category in title and heading', async () => {
  const item = { id: '8000000000000000007', name: 'Sea', nameCn: '海边', count: 3 }
  server.use(
    http.get(`${API}/tag/channel`, () =>
      HttpResponse.json({ code: 200, msg: '', data: [{ name: '场景', items: [item] }] }),
    ),
  )
  renderApp(`/tags/uncensored/${item.id}`)
  await waitFor(() => expect(document.title).toBe('海边 - 无码类别 - 映库'))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('海边')
})

it('keeps the title of the whole list', async () => {
  serveTerm(null)
  renderApp('/performer/index')
  expect(await screen.findByRole('heading', { level: 1, name: '有码女优合集' })).toBeVisible()
  expect(document.title).toBe('有码女优合集 - 映库')
})

it.each([
  '/performer/abc',
  '/performer/uncensored/0',
  '/maker/western/1x',
  '/tags/abc',
  '/series/99999999999999999999',
])('%s is no page, and nothing is asked for', async (address) => {
  renderApp(address)
  expect(await screen.findByText('访问资源不存在')).toBeVisible()
  expect(document.title).toBe('页面不存在 - 映库')
  expect(screen.getByRole('link', { name: '返回首页' })).toBeVisible()
  expect(screen.queryByRole('button', { name: '点击重试' })).toBeNull()
  expect(requests.filter(({ url }) => /(works|tag)\//.test(url))).toEqual([])
})

it('does not blame the magnet filter for an entry that has no films at all', async () => {
  const term = makeTerm(4)
  serveTerm(term)
  serveNoWorks()
  renderApp(`/performer/${term.id}`)
  expect(await screen.findByText('没有符合的影片')).toBeVisible()
  await waitFor(() => expect(countQueries().some((query) => !query.has('isDht'))).toBe(true))
  expect(screen.queryByText(/磁力的影片/)).toBeNull()
  expect(screen.queryByRole('button', { name: '显示全部' })).toBeNull()
})

it('says how many films of an entry the magnet filter keeps back', async () => {
  const term = makeTerm(4)
  serveTerm(term)
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const filtered = new URL(request.url).searchParams.has('isDht')
      const rows = filtered ? [] : [makeWork(1)]
      return HttpResponse.json({ code: 200, msg: '', rows, total: filtered ? 0 : 7 })
    }),
  )
  const { user } = renderApp(`/performer/${term.id}`)
  expect(await screen.findByText('另有 7 部没有磁力')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '显示全部' }))
  expect(await screen.findByRole('article')).toBeVisible()
})

it.each([
  ['/performer/', true],
  ['/tags/', false],
])('shows the letter of what has no picture on %s, unless its word says all', async (address, isShown) => {
  const term = makeTerm(9, { nameCn: '雨夜' })
  serveTerm(term)
  server.use(
    http.get(`${API}/tag/detail/:id`, () =>
      HttpResponse.json({ code: 200, msg: '', data: makeTermDetail(9, { nameCn: '雨夜', avatar: undefined }) }),
    ),
  )
  renderApp(address + term.id)
  await screen.findByRole('button', { name: /^关注/ })
  expect(screen.queryByText('雨') !== null).toBe(isShown)
})
