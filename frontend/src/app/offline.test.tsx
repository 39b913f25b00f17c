import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadAgain } from '@/shared/lib/load-again.ts'
import { waitingVersion } from '@/shared/lib/service-worker.ts'
import { makeFacets, makeWork, pageOf } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, requests, server } from '@/testing/server.ts'

vi.mock('@/shared/lib/load-again.ts')

const works = Array.from({ length: 40 }, (_, at) => makeWork(at + 1))
let online = true

function connect(there: boolean) {
  online = there
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there)
  act(() => onlineManager.setOnline(there))
}

beforeEach(() => {
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) =>
      online ? HttpResponse.json(pageOf(works, new URL(request.url).searchParams)) : HttpResponse.error(),
    ),
  )
})
afterEach(() => connect(true))

it('says that there is no connection instead of waiting for ever, and comes back by itself', async () => {
  connect(false)
  renderApp('/censored')
  expect(await screen.findByText('后端接口连接异常')).toBeVisible()
  expect(screen.getByRole('button', { name: '点击重试' })).toBeVisible()
  expect(screen.queryByRole('status', { name: '加载中' })).toBeNull()
  connect(true)
  expect(await screen.findAllByRole('article')).toHaveLength(32)
})

it.each(['/index', '/censored', '/top', '/tags/index', '/performer/index', '/search/film', '/terms'])(
  'says so on %s in a page that nobody looks at, which never tries again',
  async (address) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    server.use(http.get(`${API}/*`, () => HttpResponse.error()))
    connect(false)
    renderApp(address)
    await waitFor(() => expect(screen.getAllByText('后端接口连接异常')[0]).toBeVisible())
    await waitFor(() => expect(screen.queryByRole('status', { name: '加载中' })).toBeNull())
    const calls = requests.map(({ url }) => url)
    expect(calls).toEqual([...new Set(calls)])
  },
)

it('goes on with the further page that did not come', async () => {
  const { user } = renderApp('/censored')
  expect(await screen.findAllByRole('article')).toHaveLength(32)
  connect(false)
  await user.click(screen.getByRole('button', { name: '加载更多' }))
  expect(await screen.findByText(/后端接口连接异常/)).toBeVisible()
  connect(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(40))
})

it('says so while the connection is gone, with a way to what was seen', async () => {
  const state = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { user, router } = renderApp('/index')
  expect(await screen.findByText('网络已断开，只能看之前看过的内容')).toBeVisible()
  await user.click(screen.getByRole('link', { name: '浏览记录' }))
  expect(router.state.location.search).toBe('?tab=history')
  state.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.queryByText('网络已断开，只能看之前看过的内容')).toBeNull()
})

it('says of a list that it is what the device kept, until it is asked for again', async () => {
  let kept = true
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const headers: HeadersInit = kept ? { 'X-Kept': '1' } : {}
      return HttpResponse.json(pageOf(works, new URL(request.url).searchParams), { headers })
    }),
  )
  const { user } = renderApp('/censored')
  expect(await screen.findByText('网络不畅，先看之前看过的内容')).toBeVisible()
  expect(screen.getAllByRole('article')).toHaveLength(32)
  kept = false
  const [note] = screen.getAllByRole('status').filter((status) => within(status).queryByText(/网络不畅/))
  await user.click(within(note as HTMLElement).getByRole('button', { name: '刷新' }))
  await waitFor(() => expect(screen.queryByText('网络不畅，先看之前看过的内容')).toBeNull())
  expect(screen.getAllByRole('article')).toHaveLength(32)
})

it('asks again for a list that the device kept when the connection is back', async () => {
  let kept = true
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const headers: HeadersInit = kept ? { 'X-Kept': '1' } : {}
      return HttpResponse.json(pageOf(works, new URL(request.url).searchParams), { headers })
    }),
  )
  renderApp('/censored')
  expect(await screen.findByText('网络不畅，先看之前看过的内容')).toBeVisible()
  connect(false)
  kept = false
  connect(true)
  await waitFor(() => expect(screen.queryByText('网络不畅，先看之前看过的内容')).toBeNull(), { timeout: 3_000 })
  expect(screen.getAllByRole('article')).toHaveLength(32)
})

it('asks for a member’s lists as for anybody’s, so that they are kept, and for works with the token', async () => {
  serveMember()
  server.use(
    http.get(`${API}/works/detail/facets`, () => HttpResponse.json({ code: 200, msg: '', data: makeFacets() })),
  )
  const { user, router } = renderApp('/censored')
  await user.click(await screen.findByRole('button', { name: /^筛选/ }))
  await screen.findByRole('button', { name: /^查看/ })
  await act(() => router.navigate(`/censored/${makeWork(1).id}`))
  await screen.findByRole('tabpanel', { name: '作品详情' })
  const token = (part: RegExp) =>
    requests.filter(({ url }) => part.test(url)).map(({ headers }) => headers.get('Authorization'))
  expect(new Set(token(/detail\/(list|facets)/))).toEqual(new Set([null]))
  expect(token(/detail\/\d+$/)).toEqual(['Bearer access'])
})

it('announces a new version, which waits for a press', async () => {
  const postMessage = vi.fn()
  Object.defineProperty(navigator, 'serviceWorker', { value: new EventTarget(), configurable: true })
  const { user } = renderApp('/index')
  act(() => waitingVersion.set({ postMessage, state: 'installed' } as unknown as ServiceWorker))
  await user.click(await screen.findByRole('button', { name: '刷新' }))
  expect(postMessage).toHaveBeenCalledWith('activate')
  act(() => waitingVersion.set(null))
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

it('puts a new version off, which stays where it is', async () => {
  const postMessage = vi.fn()
  const { user } = renderApp('/index')
  act(() => waitingVersion.set({ postMessage, state: 'installed' } as unknown as ServiceWorker))
  await user.click(await screen.findByRole('button', { name: '稍后' }))
  expect(screen.queryByText('有新版本')).toBeNull()
  expect(postMessage).not.toHaveBeenCalled()
})

it('loads the page again for a version that another window has taken', async () => {
  const postMessage = vi.fn()
  const { user } = renderApp('/index')
  act(() => waitingVersion.set({ postMessage, state: 'activated' } as unknown as ServiceWorker))
  await user.click(await screen.findByRole('button', { name: '刷新' }))
  expect(loadAgain).toHaveBeenCalledOnce()
  act(() => waitingVersion.set(null))
})
