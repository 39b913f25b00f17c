import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeDetail, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, listQueries, requests, server } from '@/testing/server.ts'

const PER_PAGE = 2
const WORKS = Array.from({ length: 5 }, (_, index) => makeWork(index + 1))
const ENTRIES = [1, 2, 3, 4].map((n) => ({
  id: `800000000000000000${n}`,
  name: `Entry ${n}`,
  nameCn: `条目${n}`,
  count: n,
  uncensoredCount: n - 1,
}))

/** One small page of all rows, so that paging takes few cards. */
function page<Row>(rows: readonly Row[], request: Request) {
  const start = (Number(new URL(request.url).searchParams.get('pageNum')) - 1) * PER_PAGE
  return HttpResponse.json({ code: 200, msg: '', rows: rows.slice(start, start + PER_PAGE), total: rows.length })
}

beforeEach(() => {
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => page(WORKS, request)),
    http.get(`${API}/works/detail/:id`, () => HttpResponse.json(makeDetail(WORKS[0] ?? makeWork(1)))),
    http.get(`${API}/tag/list`, ({ request }) => page(ENTRIES, request)),
    http.get(`${API}/works/performer/list`, ({ request }) => page(ENTRIES, request)),
    http.get(`${API}/tag/detail/:id`, ({ params }) => {
      const term = {
        id: params.id,
        kind: 'series',
        modId: 1,
        name: '四季',
        nameCn: '',
        aliases: [],
        groupName: '',
      }
      const counts = { channels: [], performers: [], tags: [], followers: 0 }
      return HttpResponse.json({ code: 200, msg: '', data: { ...term, ...counts } })
    }),
    http.get(`${API}/tag/channel`, () =>
      HttpResponse.json({ code: 200, msg: '', data: [{ name: '场景', items: ENTRIES }] }),
    ),
  )
})

const cards = () => within(screen.getByRole('main')).findAllByRole('article')
const shows = (count: number) => waitFor(async () => expect(await cards()).toHaveLength(count))
const grid = () => document.querySelector<HTMLElement>('main .works-list') ?? document.body
const moreWorks = () => within(grid()).getByRole('button', { name: '加载更多' })
const sidebar = (name: string) => within(screen.getByRole('complementary', { name }))

const LISTS = `/censored /uncensored /western /top /top/uncensored /top/western /top/month /top?tab=collects&date=365
  /tags/index /tags/8000000000000000001 /tags/uncensored/index /tags/western/index /series/index /series/8000000000000000001
  /maker/index /maker/uncensored/index /maker/western/index /label/index /director/index /item/index /performer/index
  /performer/uncensored/index /search/abc /search/abc?tab=western`.split(/\s+/)

it.each(LISTS)('%s is found as it was after reading a work', async (address) => {
  const { client, router, user } = renderApp(address)
  await shows(2)
  await user.click(moreWorks())
  await shows(4)
  const first = (await cards())[0] as HTMLElement
  await user.click(within(first).getByRole('link'))
  expect(await screen.findByRole('tab', { name: '作品详情' })).toBeVisible()
  // The works below are asked for after the work itself, and the list's sidebar may be slower than its works.
  expect(await screen.findByRole('list', { name: '有码最新' })).toBeVisible()
  await waitFor(() => expect(client.isFetching()).toBe(0))
  const asked = requests.length
  await router.navigate(-1)
  await waitFor(() => expect(first).toBeVisible())
  expect(router.state.location.pathname + router.state.location.search).toBe(address)
  expect(await cards()).toHaveLength(4)
  expect(requests).toHaveLength(asked)
})

it('the recently opened works on /user stay alive too', async () => {
  localStorage.setItem('historyListData', JSON.stringify(WORKS))
  window.dispatchEvent(new StorageEvent('storage', { key: 'historyListData' }))
  const { router } = renderApp('/user?tab=history')
  const [first] = await cards()
  await router.navigate('/censored')
  await waitFor(() => expect(first).not.toBeVisible())
  await router.navigate(-1)
  await waitFor(() => expect(first).toBeVisible())
})

it('text typed on the results page but not searched is still there', async () => {
  const { router, user } = renderApp('/search/abc')
  await user.type(screen.getByRole('combobox', { name: '搜索' }), ' 草稿')
  await user.click(within((await cards())[0] as HTMLElement).getByRole('link'))
  expect(await screen.findByRole('tab', { name: '作品详情' })).toBeVisible()
  expect(screen.getByRole('combobox', { name: '搜索' })).toHaveValue('')
  await router.navigate(-1)
  await waitFor(() => expect(screen.getByRole('combobox', { name: '搜索' })).toHaveValue('abc 草稿'))
})

describe('a new choice starts from page 1 at the top', () => {
  it('a tab seen before, and back from it leads out of the list', async () => {
    const { router, user } = renderApp('/top?tab=collects', { before: ['/user'] })
    await shows(2)
    await user.click(moreWorks())
    await shows(4)
    await user.click(screen.getByRole('link', { name: '高评分' }))
    await shows(2)
    vi.mocked(window.scrollTo).mockClear()
    await user.click(screen.getByRole('link', { name: '收藏排行' }))
    await shows(2)
    expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0)
    await router.navigate(-1)
    await waitFor(() => expect(router.state.location.pathname).toBe('/user'))
  })

  it('an entry clicked again, but not an entry come back to', async () => {
    const { router, user } = renderApp('/series/index')
    await shows(2)
    await user.click(await sidebar('系列').findByRole('link', { name: /条目1/ }))
    await waitFor(() => expect(listQueries().at(-1)?.get('seriesId')).toBe(ENTRIES[0]?.id))
    await shows(2)
    await user.click(moreWorks())
    await shows(4)
    await user.click(await sidebar('系列').findByRole('link', { name: /条目2/ }))
    await shows(2)
    await router.navigate(-1)
    await shows(4)
    await router.navigate(1)
    await shows(2)
    const asked = listQueries().length
    await user.click(await sidebar('系列').findByRole('link', { name: /条目1/ }))
    await shows(2)
    await waitFor(() => expect(listQueries()).toHaveLength(asked + 1))
  })
})

describe('a sidebar', () => {
  function layOut(offset: number) {
    vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockReturnValue(offset)
  }
  const scroller = () => document.querySelector<HTMLElement>('.term-sidebar-scroll') as HTMLElement

  it.each([
    [100, 0],
    [101, 101],
  ])('with its current entry at %i px stands at %i px', async (offset, place) => {
    layOut(offset)
    renderApp('/director/8000000000000000002')
    expect(await screen.findByRole('link', { name: '条目2(2)' })).toHaveAttribute('aria-current', 'page')
    await waitFor(() => expect(scroller().scrollTop).toBe(place))
  })

  it('goes back up to an entry of another channel, which is pinned on top', async () => {
    const far = { id: '8000000000000000009', name: 'Entry 9', nameCn: '条目9', count: 9 }
    server.use(
      http.get(`${API}/tag/list`, ({ request }) =>
        new URL(request.url).searchParams.get('id') === far.id ? page([far], request) : page(ENTRIES, request),
      ),
    )
    layOut(400)
    const { router } = renderApp('/series/8000000000000000002')
    await waitFor(() => expect(scroller().scrollTop).toBe(400))
    layOut(0)
    await act(() => router.navigate(`/series/${far.id}`))
    const entry = await screen.findByRole('link', { name: /^条目9/ })
    expect(entry).toHaveAttribute('aria-current', 'page')
    expect(scroller().scrollTop).toBe(0)
  })

  it('loads its entries apart from the grid and stays where it is', async () => {
    layOut(400)
    const { router, user } = renderApp('/item/8000000000000000001')
    await shows(2)
    await waitFor(() => expect(scroller().scrollTop).toBe(400))
    scroller().scrollTop = 70
    await user.click(await sidebar('相同系列').findByRole('button', { name: '加载更多' }))
    expect(await screen.findByRole('link', { name: '条目4(4)' })).toBeInTheDocument()
    expect(sidebar('相同系列').getByText('没有更多了')).toBeVisible()
    expect(scroller().scrollTop).toBe(70)
    expect(await cards()).toHaveLength(2)
    await user.click(moreWorks())
    await shows(4)
    await router.navigate('/censored')
    await screen.findByRole('heading', { name: '有码最新' })
    await router.navigate(-1)
    await screen.findByRole('complementary', { name: '相同系列' })
    expect(scroller().scrollTop).toBe(70)
  })

  it('of uncensored performers counts uncensored works, and none as blank', async () => {
    renderApp('/performer/uncensored/index')
    expect(await screen.findByRole('link', { name: '条目2(1)' })).toHaveAttribute(
      'href',
      '/performer/uncensored/8000000000000000002',
    )
    expect(screen.getByRole('link', { name: '条目1' })).toBeInTheDocument()
    const asked = requests
      .map((request) => new URL(request.url))
      .find((url) => url.pathname.endsWith('/performer/list'))
    expect(asked?.searchParams.get('sort')).toBe('uncensoredCount')
  })

  it('that cannot be loaded says so beside the works, and loads on retry', async () => {
    let broken = true
    server.use(http.get(`${API}/tag/list`, ({ request }) => (broken ? HttpResponse.error() : page(ENTRIES, request))))
    const { user } = renderApp('/label/index')
    await shows(2)
    const side = sidebar('发行商')
    expect(await side.findByText('后端接口连接异常')).toBeVisible()
    broken = false
    await user.click(side.getByRole('button', { name: '点击重试' }))
    expect(await side.findByRole('link', { name: '条目1(1)' })).toBeVisible()
  })
})

it('categories that cannot be loaded say so above the works, and load on retry', async () => {
  let broken = true
  server.use(
    http.get(`${API}/tag/channel`, () =>
      broken
        ? HttpResponse.error()
        : HttpResponse.json({ code: 200, msg: '', data: [{ name: '场景', items: ENTRIES }] }),
    ),
  )
  const { user } = renderApp('/tags/western/index')
  await shows(2)
  expect(await screen.findByText('后端接口连接异常')).toBeVisible()
  broken = false
  await user.click(screen.getByRole('button', { name: '点击重试' }))
  expect(await screen.findByRole('link', { name: '条目1' })).toHaveAttribute('href', `/tags/western/${ENTRIES[0]?.id}`)
})
