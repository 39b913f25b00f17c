import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeDetail, makeWork, pageOf } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, listQueries, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const works = Array.from({ length: 400 }, (_, at) => makeWork(at + 1))
/** What waits for its element to come near. */
const waiting = new Set<() => void>()

/** jsdom lays nothing out; the tests say what is near. */
class FakeObserver {
  readonly #tell: () => void

  constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = () => onChange([{ isIntersecting: true }])
  }

  observe(element: Element) {
    // Covers wait too, but for nothing that is tested here.
    if (!element.classList.contains('cover')) waiting.add(this.#tell)
  }

  unobserve() {}

  disconnect() {
    waiting.delete(this.#tell)
  }
}

const endComesNear = () =>
  act(() => {
    for (const tell of [...waiting]) tell()
  })
const cards = (count: number) => waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(count))
const more = () => screen.getByRole('button', { name: '加载更多' })
const pageField = () => screen.getAllByRole('textbox', { name: /^页码/ })[0] as HTMLInputElement

function serveWorks() {
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) =>
      HttpResponse.json(pageOf(works, new URL(request.url).searchParams)),
    ),
  )
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection')
})

beforeEach(() => {
  waiting.clear()
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  server.use(
    http.get(`${API}/works/detail/:id`, ({ params }) =>
      HttpResponse.json(makeDetail(works.find(({ id }) => id === params.id) ?? makeWork(1))),
    ),
  )
  serveWorks()
})

it('loads five pages by itself as the end comes near, and then awaits the button', async () => {
  const { user } = renderApp('/uncensored')
  await cards(12)
  for (let page = 2; page <= 6; page++) {
    endComesNear()
    await cards(12 * page)
  }
  await waitFor(() => expect(more()).toBeVisible())
  expect(waiting.size).toBe(0)
  await user.click(more())
  await cards(12 * 7)
  endComesNear()
  await cards(12 * 8)
})

it('loads nothing by itself after an error, or where data is saved', async () => {
  const { user } = renderApp('/censored')
  await cards(32)
  server.use(http.get(`${API}/works/detail/list`, () => failure(500, 500, '出错')))
  endComesNear()
  const retry = await screen.findByRole('button', { name: '点击重试' })
  expect(waiting.size).toBe(0)
  serveWorks()
  await user.click(retry)
  await cards(64)
  cleanup()
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
  renderApp('/censored')
  await cards(32)
  expect(waiting.size).toBe(0)
})

it('has its former pages after a reload, though their end was near at first', async () => {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 })
  const { user } = renderApp('/censored')
  await cards(32)
  await user.click(more())
  await cards(64)
  await user.click(more())
  await cards(96)
  window.dispatchEvent(new Event('pagehide'))
  cleanup()
  renderApp('/censored')
  await cards(96)
  const pages = listQueries().slice(-3)
  expect(pages.map((query) => query.get('pageNum')).sort()).toEqual(['1', '2', '3'])
})

it('jumps to a page, which is in the address, and leads back to the pages before', async () => {
  const { user, router } = renderApp('/censored')
  await cards(32)
  expect(screen.getAllByText('/ 13 页')[0]).toBeVisible()
  await user.clear(pageField())
  await user.type(pageField(), '5{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?page=5'))
  await screen.findByText('测试影片 129')
  await cards(32)
  await user.click(more())
  await cards(64)
  expect(listQueries().at(-1)?.get('pageNum')).toBe('6')
  const before = within(screen.getByRole('navigation', { name: '前面的页' }))
  expect(before.getByText('第 5 / 13 页')).toBeInTheDocument()
  expect(before.getByRole('link', { name: '回到第 1 页' })).toHaveAttribute('href', '/censored')
  await user.click(before.getByRole('link', { name: '上一页' }))
  await screen.findByText('测试影片 97')
  await act(() => router.navigate('/censored?page=99'))
  expect(await screen.findByText('没有第 99 页')).toBeVisible()
  // Too large a number means the last page.
  await user.clear(pageField())
  await user.type(pageField(), '999{Enter}')
  await screen.findByText('测试影片 400')
  expect(screen.getByText('没有更多了')).toBeVisible()
})

it.each([99, 99_999, 9_999_999])('leads from page %i, which is not there, to the last one', async (page) => {
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      if (Number(query.get('pageNum')) > 10_000) return failure(400, 400, '参数pageNum必须是1到10000之间的整数')
      return HttpResponse.json(pageOf(works, query))
    }),
  )
  const { user, router } = renderApp(`/censored?page=${page}`)
  expect(await screen.findByText(/^没有第 \d+ 页$/)).toBeVisible()
  const before = within(screen.getByRole('navigation', { name: '前面的页' }))
  expect(before.getByRole('link', { name: '回到第 1 页' })).toBeVisible()
  expect(before.queryByRole('link', { name: '上一页' })).toBeNull()
  await user.click(before.getByRole('link', { name: '去最后一页' }))
  await screen.findByText('测试影片 400')
  expect(router.state.location.search).toBe('?page=13')
})

it('knows the page before while the list is still to come, and no page of a list of nothing', async () => {
  let answer = () => {}
  const asked = new Promise<void>((done) => {
    answer = done
  })
  server.use(
    http.get(`${API}/works/detail/list`, async () => {
      await asked
      return HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })
    }),
  )
  renderApp('/censored?page=5')
  const link = await screen.findByRole('link', { name: '上一页' })
  expect(link).toHaveAttribute('href', '/censored?page=4')
  answer()
  expect(await screen.findByText('没有符合的影片')).toBeVisible()
  expect(screen.queryByRole('navigation', { name: '前面的页' })).toBeNull()
})

it('starts at the first page again with a filter, the magnet switch, or 刷新, and comes back to a page with Back', async () => {
  const { user, router } = renderApp('/censored?online=1&page=5')
  await screen.findByText('测试影片 129')
  await user.click(screen.getByRole('button', { name: '移除 在线' }))
  await screen.findByText('测试影片 1')
  expect(router.state.location.search).toBe('')
  expect(listQueries().at(-1)?.get('pageNum')).toBe('1')
  await act(() => router.navigate(-1))
  await screen.findByText('测试影片 129')
  expect(router.state.location.search).toBe('?online=1&page=5')
  await user.click(screen.getByRole('button', { name: '只看有磁力' }))
  await screen.findByText('测试影片 1')
  await waitFor(() => expect(router.state.location.search).toBe('?online=1&dht=0'))
  await act(() => router.navigate('/censored?page=3'))
  await screen.findByText('测试影片 65')
  const asked = listQueries().length
  await user.click(screen.getByRole('button', { name: '刷新' }))
  await screen.findByText('测试影片 1')
  expect(router.state.location.search).toBe('?dht=0')
  expect(
    listQueries()
      .slice(asked)
      .map((query) => query.get('pageNum')),
  ).toEqual(['1'])
})

it('has the first page where a list was left at a later one and the magnet switch is another since', async () => {
  const { user, router } = renderApp('/censored?page=5')
  await screen.findByText('测试影片 129')
  await act(() => router.navigate('/western'))
  // That list stays in the document, hidden, when it is left.
  await screen.findByText('测试影片 1')
  await user.click(screen.getByRole('button', { name: '只看有磁力' }))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(router.state.location.search).toBe('?dht=0'))
  await screen.findByRole('link', { name: /测试影片 1(?!\d)/ })
})

it('stays at a later page when a term is hidden meanwhile, on another device for instance', async () => {
  const { router } = renderApp('/censored?page=5')
  await screen.findByText('测试影片 129')
  const term = { id: '910000000000000077', name: '林晓月', nameCn: '', kind: 'performer', modId: 1 }
  localStorage.setItem('yingku.hiddenTerms', JSON.stringify({ terms: [term], login: null }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'yingku.hiddenTerms' })))
  await waitFor(() => expect(listQueries().at(-1)?.get('withoutTerms')).toBe(term.id))
  expect(listQueries().at(-1)?.get('pageNum')).toBe('5')
  expect(router.state.location.search).toBe('?page=5')
})

it('keeps the ranks of a ranking that starts at a later page', async () => {
  renderApp('/top?tab=average&page=3')
  await screen.findByText('第25名')
})

it('refreshes with a second press on an entry of the channel’s menu', async () => {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 })
  const { user } = renderApp('/top')
  await cards(12)
  const asked = listQueries().length
  await user.click(within(screen.getByRole('navigation', { name: '有码频道' })).getByRole('link', { name: '排行' }))
  await waitFor(() => expect(listQueries().length).toBeGreaterThan(asked))
})

it('starts at the first page with a second press on the link of a list that is at a later one', async () => {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 })
  const { user, router } = renderApp('/censored?online=1&page=5')
  await screen.findByText('测试影片 129')
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: '有码' }))
  await screen.findByText('测试影片 1')
  expect(router.state.location.search).toBe('?online=1')
})

it('puts the cursor into the search box with / and Ctrl K, but not while typing', async () => {
  const { user } = renderApp('/censored')
  await cards(32)
  const box = screen.getByRole('combobox', { name: '搜索' })
  await user.keyboard('/')
  expect(box).toHaveFocus()
  await user.keyboard('a/?g')
  expect(box).toHaveValue('a/?g')
  expect(screen.queryByRole('dialog')).toBeNull()
  box.blur()
  await user.keyboard('{Control>}k{/Control}')
  expect(box).toHaveFocus()
})

it('shows all keys with ?, the player’s among them, and jumps with g and a letter', async () => {
  const { user, router } = renderApp('/censored')
  await cards(32)
  await user.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: '键盘操作' }))
  expect(dialog.getByText('/ 或 Ctrl K')).toBeVisible()
  expect(dialog.getByText('静音或取消静音')).toBeVisible()
  // The page behind takes no keys.
  await user.keyboard('gw')
  expect(router.state.location.pathname).toBe('/censored')
  await user.click(dialog.getByRole('button', { name: '关闭' }))
  await user.keyboard('gw')
  await waitFor(() => expect(router.state.location.pathname).toBe('/western'))
})

it('shows the keys from the menu too', async () => {
  const { user } = renderApp('/censored')
  await user.click(screen.getByRole('button', { name: '打开菜单' }))
  await user.click(screen.getByRole('button', { name: '键盘操作' }))
  expect(await screen.findByRole('dialog', { name: '键盘操作' })).toBeInTheDocument()
})

/** A finger's way over the middle of an element. */
function swipe(target: HTMLElement, [fromX, fromY]: [number, number], [toX, toY]: [number, number]) {
  fireEvent.touchStart(target, { touches: [{ clientX: fromX, clientY: fromY }] })
  fireEvent.touchEnd(target, { changedTouches: [{ clientX: toX, clientY: toY }] })
}

it('goes to the next tab with a swipe, not while scrolling, from the edge, or in what scrolls sideways', async () => {
  const { router } = renderApp('/top')
  await cards(12)
  const card = screen.getAllByRole('article')[0] as HTMLElement
  const tab = () => new URLSearchParams(router.state.location.search).get('tab')
  swipe(card, [300, 300], [200, 500])
  swipe(card, [10, 300], [200, 300])
  swipe(card, [300, 300], [270, 300])
  const strip = screen.getByRole('navigation', { name: '排行' })
  vi.spyOn(strip, 'scrollWidth', 'get').mockReturnValue(900)
  strip.style.overflowX = 'auto'
  swipe(strip, [300, 300], [100, 310])
  expect(tab()).toBeNull()
  swipe(card, [300, 300], [100, 310])
  await waitFor(() => expect(tab()).toBe('collects'))
  await cards(12)
  swipe(screen.getAllByRole('article')[0] as HTMLElement, [100, 300], [300, 310])
  await waitFor(() => expect(tab()).toBe('latest'))
})

it('swipes among the tabs of a work', async () => {
  renderApp(`/censored/${makeWork(1).id}`)
  const panel = await screen.findByRole('tabpanel', { name: '作品详情' })
  swipe(panel, [300, 300], [100, 310])
  expect(await screen.findByRole('tabpanel', { name: '磁力下载' })).toBeInTheDocument()
})

it('says where a work and a list stand', async () => {
  renderApp(`/censored/${makeWork(1).id}`)
  const way = () => within(screen.getByRole('navigation', { name: '当前位置' }))
  await waitFor(() => expect(way().getByText('ABCD-1')).toHaveAttribute('aria-current', 'page'))
  expect(way().getByRole('link', { name: '首页' })).toHaveAttribute('href', '/index')
  expect(way().getByRole('link', { name: '有码' })).toHaveAttribute('href', '/censored')
  cleanup()
  renderApp('/tags/index')
  await screen.findByRole('heading', { level: 1, name: '有码类别' })
  expect(way().getByText('类别')).toHaveAttribute('aria-current', 'page')
})

it('shares a work, or copies its link where nothing shares', async () => {
  const address = `/censored/${makeWork(1).id}`
  const { user } = renderApp(address)
  const share = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  await user.click(await screen.findByRole('button', { name: '分享' }))
  expect(share).toHaveBeenCalledWith({ title: 'ABCD-1 测试影片 1', url: expect.stringContaining('http') })
  Object.defineProperty(navigator, 'share', { configurable: true, value: undefined })
  await user.click(screen.getByRole('button', { name: '分享' }))
  await expectToast('链接已复制')
})

it('lays lists out as chosen, also after a reload', async () => {
  const { user } = renderApp('/censored')
  await cards(32)
  const grid = () => screen.getAllByRole('article')[0]?.closest('ul')
  expect(screen.getByRole('radio', { name: '宽松' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: '列表' }))
  expect(grid()).toHaveClass('work-grid-list')
  expect(localStorage.getItem('yingku.density')).toBe('list')
  cleanup()
  renderApp('/censored')
  await cards(32)
  expect(grid()).toHaveClass('work-grid-list')
})
