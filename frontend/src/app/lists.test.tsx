import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { makeDetail, makeWork, pageOf } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, listQueries, server } from '@/testing/server.ts'

function serveWorks(count: number) {
  const works = Array.from({ length: count }, (_, index) => makeWork(index + 1))
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) =>
      HttpResponse.json(pageOf(works, new URL(request.url).searchParams)),
    ),
  )
}

const cards = () => screen.findAllByRole('article')

describe('latest works', () => {
  it('loads page after page to the end', async () => {
    serveWorks(70)
    const { user } = renderApp('/censored')
    expect(await cards()).toHaveLength(32)
    await user.click(screen.getByRole('button', { name: '加载更多' }))
    await waitFor(async () => expect(await cards()).toHaveLength(64))
    await user.click(screen.getByRole('button', { name: '加载更多' }))
    expect(await screen.findByText('没有更多了')).toBeVisible()
    expect(await cards()).toHaveLength(70)
    expect(listQueries().map((query) => query.get('pageNum'))).toEqual(['1', '2', '3'])
  })

  it.each([
    ['/censored', { modName: 'censored', pageSize: '32' }],
    ['/uncensored', { modName: 'uncensored', pageSize: '12' }],
    ['/western', { modName: 'western', modId: '3', pageSize: '32' }],
  ])('%s asks for the newest works with magnet links', async (address, channel) => {
    renderApp(address)
    await cards()
    expect(Object.fromEntries(listQueries()[0] ?? [])).toEqual({
      pageNum: '1',
      ...channel,
      sort: 'pubTime',
      isDht: '1',
    })
  })

  it('ends on a page without rows even when the total promised more', async () => {
    server.use(
      http.get(`${API}/works/detail/list`, ({ request }) => {
        const first = new URL(request.url).searchParams.get('pageNum') === '1'
        return HttpResponse.json({ code: 200, msg: '', rows: first ? [makeWork(1)] : [], total: 9 })
      }),
    )
    const { user } = renderApp('/censored')
    await user.click(await screen.findByRole('button', { name: '加载更多' }))
    expect(await screen.findByText('没有更多了')).toBeVisible()
  })

  it('shows a card with number, title, time and channel that links to the channel’s page', async () => {
    const work = makeWork(5, { modId: 3, pubTime: '2099-01-02 00:00:00' })
    server.use(
      http.get(`${API}/works/detail/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [work], total: 1 })),
    )
    renderApp('/western')
    const card = within((await cards())[0] as HTMLElement)
    expect(card.getByRole('link')).toHaveAttribute('href', `/western/${work.id}`)
    for (const text of ['ABCD-5', '测试影片 5', '2099-01-02', '欧美', '未发行'])
      expect(card.getByText(text)).toBeVisible()
  })

  it('offers everything when the magnet switch leaves nothing', async () => {
    server.use(
      http.get(`${API}/works/detail/list`, ({ request }) => {
        const filtered = new URL(request.url).searchParams.has('isDht')
        return HttpResponse.json({ code: 200, msg: '', rows: filtered ? [] : [makeWork(1)], total: filtered ? 0 : 1 })
      }),
    )
    const { user } = renderApp('/censored')
    await user.click(await screen.findByRole('button', { name: '显示全部' }))
    expect(await cards()).toHaveLength(1)
    expect(document.cookie).toContain('isDht=0')
    expect(screen.getByRole('button', { name: '只看有磁力' })).toHaveAttribute('aria-pressed', 'false')
  })

  it('starts from page 1 again after the magnet switch and after refresh', async () => {
    serveWorks(70)
    const { user } = renderApp('/censored')
    await cards()
    await user.click(screen.getByRole('button', { name: '加载更多' }))
    await waitFor(async () => expect(await cards()).toHaveLength(64))
    await user.click(screen.getByRole('button', { name: '只看有磁力' }))
    await waitFor(async () => expect(await cards()).toHaveLength(32))
    await user.click(screen.getByRole('button', { name: '只看有磁力' }))
    await waitFor(async () => expect(await cards()).toHaveLength(32))
    await user.click(screen.getByRole('button', { name: '加载更多' }))
    await waitFor(async () => expect(await cards()).toHaveLength(64))
    await user.click(screen.getByRole('button', { name: '刷新' }))
    await waitFor(async () => expect(await cards()).toHaveLength(32))
  })
})

describe('failures of a list', () => {
  it('says what happened in place and loads on retry', async () => {
    let broken = true
    server.use(
      http.get(`${API}/works/detail/list`, () =>
        broken
          ? new HttpResponse('<h1>502</h1>', { status: 502 })
          : HttpResponse.json({ code: 200, msg: '', rows: [makeWork(1)], total: 1 }),
      ),
    )
    const { user } = renderApp('/censored')
    expect(await screen.findByText('系统接口502异常')).toBeVisible()
    expect(listQueries()).toHaveLength(3)
    broken = false
    await user.click(screen.getByRole('button', { name: '点击重试' }))
    expect(await cards()).toHaveLength(1)
  })

  it('keeps what is there when a further page fails', async () => {
    let broken = true
    server.use(
      http.get(`${API}/works/detail/list`, ({ request }) => {
        const query = new URL(request.url).searchParams
        if (broken && query.get('pageNum') === '2') return HttpResponse.error()
        return HttpResponse.json(
          pageOf(
            Array.from({ length: 40 }, (_, index) => makeWork(index)),
            query,
          ),
        )
      }),
    )
    const { user } = renderApp('/censored')
    await user.click(await screen.findByRole('button', { name: '加载更多' }))
    expect(await screen.findByText(/后端接口连接异常/)).toBeVisible()
    expect(await cards()).toHaveLength(32)
    broken = false
    await user.click(screen.getByRole('button', { name: '点击重试' }))
    await waitFor(async () => expect(await cards()).toHaveLength(40))
  })
})

it.each([
  ['/western', '欧美最新'],
  ['/western?sort=new', '欧美最新'],
  ['/western?sort=length', '欧美影片'],
  ['/top/uncensored?tab=average', '无码高评分'],
  ['/search/雨季', '雨季'],
  ['/maker/index', '有码片商'],
])('%s names itself and its feed %s', async (address, title) => {
  renderApp(address)
  await screen.findAllByRole('article')
  expect(screen.getByRole('heading', { name: title })).toBeVisible()
  const feed = document.querySelector('link[rel=alternate][type="application/atom+xml"]')
  expect(feed).toHaveAttribute('title', `${title} - 映库`)
})

it('finds a list as it was after reading a work', async () => {
  const work = makeWork(40)
  serveWorks(70)
  server.use(http.get(`${API}/works/detail/${work.id}`, () => HttpResponse.json(makeDetail(work))))
  const { router, user } = renderApp('/censored')
  await cards()
  await user.click(screen.getByRole('button', { name: '加载更多' }))
  const link = await screen.findByRole('link', { name: /ABCD-40/ })
  await user.click(link)
  expect(await screen.findByRole('heading', { level: 1, name: /ABCD-40/ })).toBeVisible()
  expect(link).not.toBeVisible()
  expect(await screen.findByRole('list', { name: '有码最新' })).toBeVisible()
  const asked = listQueries().length
  await router.navigate(-1)
  await waitFor(() => expect(link).toBeVisible())
  expect(listQueries()).toHaveLength(asked)
})

describe('rankings', () => {
  it('keeps tab and period in the address', async () => {
    const { router, user } = renderApp('/top')
    await cards()
    expect(listQueries()[0]?.get('date')).toBe('999')
    await user.click(screen.getByRole('link', { name: '收藏排行' }))
    await waitFor(() => expect(listQueries().at(-1)?.get('date')).toBe('30'))
    await user.click(screen.getByRole('link', { name: '近一年' }))
    await waitFor(() => expect(listQueries().at(-1)?.get('date')).toBe('365'))
    expect(listQueries().at(-1)?.get('sort')).toBe('collects')
    expect(router.state.location.search).toBe('?tab=collects&date=365')
  })

  const CENSORED = ['近30天', '近90天', '近一年', '总排行']

  it.each([
    ['/top', CENSORED, '30'],
    ['/top/uncensored', CENSORED.slice(1), '90'],
    ['/top/western', CENSORED.slice(1), '90'],
  ])('%s has four tabs, and period chips but for the latest', async (address, periods, first) => {
    const { user } = renderApp(address)
    await cards()
    const names = (name: string) =>
      within(screen.getByRole('navigation', { name }))
        .getAllByRole('link')
        .map((link) => link.textContent)
    expect(names('排行')).toEqual(['最新发行', '收藏排行', '高评分', '热门评论'])
    expect(screen.queryByRole('navigation', { name: '时间范围' })).toBeNull()
    expect(listQueries()[0]?.get('pageSize')).toBe('12')
    await user.click(screen.getByRole('link', { name: '热门评论' }))
    expect(names('时间范围')).toEqual(periods)
    await waitFor(() => expect(listQueries().at(-1)?.get('sort')).toBe('evaluates'))
    expect(listQueries().at(-1)?.get('date')).toBe(first)
  })
})

describe('what a ranking goes by', () => {
  it.each([
    ['collects', ['42 收藏', '7 收藏']],
    ['average', ['3.85 15133 人评价', '3.85 15133 人评价']],
    ['evaluates', ['15133 条评价', '15133 条评价']],
    ['latest', [undefined, undefined]],
  ])('is said on the cards of %s', async (key, figures) => {
    const rows = [makeWork(1, { collects: 42 }), makeWork(2, { collects: 7 })]
    server.use(http.get(`${API}/works/detail/list`, () => HttpResponse.json({ code: 200, msg: '', rows, total: 2 })))
    renderApp(`/top?tab=${key}`)
    const said = (await cards()).map((card) => /2026-01-02(.+)测试影片/.exec(card.textContent ?? '')?.[1])
    expect(said).toEqual(figures)
  })
})

it.each([
  ['score', '3.85 15133 人评价'],
  ['saves', '42 收藏'],
  ['views', '99 次浏览'],
  ['length', undefined],
])('a list in the order %s says so on its cards', async (sort, figure) => {
  const rows = [makeWork(1, { collects: 42, views: 99 })]
  server.use(http.get(`${API}/works/detail/list`, () => HttpResponse.json({ code: 200, msg: '', rows, total: 1 })))
  renderApp(`/censored?sort=${sort}`)
  const card = await screen.findByRole('article')
  expect(/2026-01-02(.+)测试影片/.exec(card.textContent ?? '')?.[1]).toBe(figure)
  expect(card).not.toHaveTextContent('第1名')
})

describe('places', () => {
  const named = async () => (await cards()).map((card) => /第(\d+)名/.exec(card.textContent ?? '')?.[1])

  it('are named on every card of a ranking, on all pages, but not on the latest', async () => {
    serveWorks(14)
    const { user } = renderApp('/top?tab=average')
    await cards()
    await user.click(screen.getByRole('button', { name: '加载更多' }))
    await waitFor(async () => expect(await named()).toEqual(Array.from({ length: 14 }, (_, at) => String(at + 1))))
    expect(screen.getByRole('link', { name: /第14名/ })).toBeVisible()
    await user.click(screen.getByRole('link', { name: '最新发行' }))
    await waitFor(async () => expect(await named()).toEqual(Array.from({ length: 12 }, () => undefined)))
  })

  it.each([
    ['/top?tab=collects', { collects: 0 }],
    ['/top/month', { collects: 0 }],
    ['/top?tab=average', { evaluates: 0 }],
    ['/top?tab=evaluates', { evaluates: 0 }],
  ])('%s gives none to a work that nobody has collected or rated', async (address, none) => {
    const rows = [makeWork(1, { collects: 2, evaluates: 3 }), makeWork(2, none)]
    server.use(http.get(`${API}/works/detail/list`, () => HttpResponse.json({ code: 200, msg: '', rows, total: 2 })))
    renderApp(address)
    expect(await named()).toEqual(['1', undefined])
  })
})
