import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import type { ShownWork } from '@/shared/api/types.ts'
import { makeDetail, makeWork, pageOf } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, listQueries, requests, server } from '@/testing/server.ts'

const DAY = 24 * 60 * 60

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

/** The device was here a day ago. */
function beenHere(): number {
  const seen = nowSeconds() - DAY
  localStorage.setItem('yingku.visits', JSON.stringify({ seen, before: null }))
  return seen
}

function similarTo(id: string, works: ShownWork[]) {
  server.use(http.get(`${API}/works/similar/${id}`, () => HttpResponse.json({ code: 200, msg: '', data: works })))
}

const work = makeWork(1)
const like: ShownWork = {
  ...makeWork(2, { title: '另一部影片' }),
  shared: [
    { kind: 'performer', id: '9100000000000000001', name: 'Lin', nameCn: '林晓月' },
    { kind: 'tag', id: '9100000000000000002', name: '雪山', nameCn: '' },
    { kind: 'tag', id: '9100000000000000003', name: '高清', nameCn: '' },
  ],
}

it('shows at home what was added since the last visit, and all of it behind 更多', async () => {
  const seen = beenHere()
  const { user } = renderApp('/index')
  const row = await screen.findByRole('region', { name: '上次来后新增' })
  expect(within(row).getByText('3 部')).toBeVisible()
  expect(listQueries().some((query) => query.get('addedSince') === `${seen}` && query.get('sort') === 'id')).toBe(true)
  await user.click(within(row).getByRole('link', { name: '更多上次来后新增' }))
  expect(await screen.findByRole('heading', { level: 1, name: /以来新增/ })).toBeVisible()
})

it('shows no such row on a first visit, or when nothing is new', async () => {
  renderApp('/index')
  await waitFor(() => expect(listQueries().length).toBeGreaterThan(0))
  expect(listQueries().every((query) => !query.has('addedSince'))).toBe(true)
  expect(screen.queryByRole('region', { name: '上次来后新增' })).toBeNull()
})

it('lists the last week without a visit before, and passes over a broken time', async () => {
  renderApp('/new?since=abc')
  expect(await screen.findByRole('heading', { level: 1, name: /以来新增/ })).toBeVisible()
  await waitFor(() => expect(listQueries().length).toBeGreaterThan(0))
  const since = Number(listQueries()[0]?.get('addedSince'))
  expect(Math.abs(since - (nowSeconds() - 7 * DAY))).toBeLessThan(60)
})

it('says what similar works share, and has all of them on a page', async () => {
  server.use(http.get(`${API}/works/detail/${work.id}`, () => HttpResponse.json(makeDetail(work))))
  similarTo(work.id, [like])
  const { user } = renderApp(`/censored/${work.id}`)
  const row = await screen.findByRole('region', { name: '相似影片' })
  const card = await within(row).findByRole('link', { name: /另一部影片/ })
  expect(card).toHaveTextContent('同演员 林晓月 同类别 雪山 等3项')
  await user.click(within(row).getByRole('link', { name: '更多相似影片' }))
  expect(await screen.findByRole('heading', { level: 1, name: `与 ${work.number} 相似` })).toBeVisible()
  expect(await screen.findByRole('link', { name: /另一部影片/ })).toBeVisible()
  const asked = requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.includes('/similar/'))
  expect(asked.map(({ searchParams }) => searchParams.get('limit'))).toEqual(['12', '48'])
})

it('says where the works like another one end', async () => {
  server.use(http.get(`${API}/works/detail/${work.id}`, () => HttpResponse.json(makeDetail(work))))
  similarTo(work.id, [like])
  renderApp(`/similar/${work.id}`)
  expect(await screen.findByText('另一部影片')).toBeVisible()
  expect(screen.getByText('没有更多了')).toBeVisible()
  expect(screen.getByText('1 部')).toBeVisible()
})

it('says that a full page of works like another one has the most alike of them', async () => {
  server.use(http.get(`${API}/works/detail/${work.id}`, () => HttpResponse.json(makeDetail(work))))
  similarTo(
    work.id,
    Array.from({ length: 48 }, (_, at) => ({ ...makeWork(at + 10), shared: [] })),
  )
  renderApp(`/similar/${work.id}`)
  expect(await screen.findByText('最相近的 48 部')).toBeVisible()
})

it('says that nothing is similar, or that there is no such work', async () => {
  server.use(http.get(`${API}/works/detail/${work.id}`, () => HttpResponse.json(makeDetail(work))))
  const { router } = renderApp(`/similar/${work.id}`)
  expect(await screen.findByText('没有相似的影片')).toBeVisible()
  await router.navigate('/similar/abc')
  expect(await screen.findByText('没有这部影片')).toBeVisible()
})

it('has ways on instead of a retry where the work is not there', async () => {
  const missing = () => failure(404, 404, '不存在', { error: 'not_found' })
  server.use(http.get(`${API}/works/detail/${work.id}`, missing), http.get(`${API}/works/similar/${work.id}`, missing))
  const log = vi.spyOn(console, 'error')
  renderApp(`/similar/${work.id}`)
  expect(await screen.findByText('没有这部影片')).toBeVisible()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: '搜索' })).toHaveAttribute('href', '/search')
  expect(main.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/index')
  expect(screen.queryByRole('button', { name: '点击重试' })).toBeNull()
  expect(screen.queryByRole('button', { name: /只看有磁力/ })).toBeNull()
  expect(log).not.toHaveBeenCalled()
})

it('opens any work of a list with its filters, and says when there is none', async () => {
  server.use(
    http.get(`${API}/works/random`, () => HttpResponse.json({ code: 200, msg: '', data: work })),
    http.get(`${API}/works/detail/${work.id}`, () => HttpResponse.json(makeDetail(work))),
  )
  const { user, router } = renderApp('/western?online=1')
  await user.click(await screen.findByRole('button', { name: '随便看一部' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/censored/${work.id}`))
  const asked = requests.map(({ url }) => new URL(url)).find(({ pathname }) => pathname.endsWith('/random'))
  expect(asked?.searchParams.get('modName')).toBe('western')
  expect(asked?.searchParams.get('isOnline')).toBe('1')
  server.use(http.get(`${API}/works/random`, () => failure(404, 404, '访问资源不存在')))
  await router.navigate('/index')
  await user.click(await screen.findByRole('button', { name: '随便看看' }))
  expect(await screen.findByText('访问资源不存在')).toBeVisible()
})

it('names the feed of a list: what was added last comes first, unless an order was chosen', async () => {
  const { router } = renderApp('/western?online=1')
  const feed = () => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[type="application/atom+xml"]')
    return Object.fromEntries(new URL([...links].at(-1)?.href ?? '').searchParams)
  }
  await screen.findAllByRole('article')
  expect(feed()).toEqual({ modName: 'western', modId: '3', sort: 'id', isDht: '1', isOnline: '1' })
  await act(() => router.navigate('/western?sort=score'))
  expect(feed().sort).toBe('average')
  await act(() => router.navigate('/search/测试'))
  await screen.findAllByRole('article')
  expect(feed()).toMatchObject({ keyword: '测试', sort: 'id' })
  await act(() => router.navigate('/top?tab=collects'))
  await screen.findAllByRole('article')
  expect(feed().sort).toBe('collects')
})

it('has no die for a list without works', async () => {
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) =>
      HttpResponse.json(pageOf([], new URL(request.url).searchParams)),
    ),
  )
  renderApp('/western')
  expect(await screen.findByText('没有符合的影片')).toBeVisible()
  expect(screen.getByRole('button', { name: '随便看一部' })).toBeDisabled()
})

it('finds nothing new when a list stays empty', async () => {
  beenHere()
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      return HttpResponse.json(pageOf(query.has('addedSince') ? [] : [work], query))
    }),
  )
  renderApp('/index')
  await waitFor(() => expect(listQueries().some((query) => query.has('addedSince'))).toBe(true))
  expect(screen.queryByRole('region', { name: '上次来后新增' })).toBeNull()
})
