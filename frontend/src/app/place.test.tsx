import { hashKey } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { worksListOptions } from '@/entities/work/api.ts'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { makeTerm, makeWork, pageOf } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, listQueries, server } from '@/testing/server.ts'

const works = Array.from({ length: 400 }, (_, at) => makeWork(at + 1))
const terms = Array.from({ length: 100 }, (_, at) => makeTerm(at + 1))
let height = 0

/** The page as jsdom cannot lay it out: as high as its cards. */
function layOut() {
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, get: () => height })
}

function scrollBy(offset: number) {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: offset })
  window.dispatchEvent(new Event('scroll'))
}

/** Leaves the document and loads it anew at the same address, with what the browser keeps. */
function reload(address: string) {
  window.dispatchEvent(new Event('pagehide'))
  cleanup()
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 })
  vi.mocked(window.scrollTo).mockClear()
  return renderApp(address)
}

const cards = (count: number) => waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(count))

beforeEach(() => {
  layOut()
  height = 30_000
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 })
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) =>
      HttpResponse.json(pageOf(works, new URL(request.url).searchParams)),
    ),
    http.get(`${API}/works/performer/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const start = (Number(query.get('pageNum')) - 1) * 32
      return HttpResponse.json({ code: 200, msg: '', rows: terms.slice(start, start + 32), total: terms.length })
    }),
  )
})

it('has after a reload the pages that were loaded, at the place where one was', async () => {
  const { user } = renderApp('/censored')
  await cards(32)
  for (const count of [64, 96]) {
    await user.click(screen.getByRole('button', { name: '加载更多' }))
    await cards(count)
  }
  scrollBy(4321)
  reload('/censored')
  await cards(96)
  await waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 4321))
})

it('has after a reload the entries of a sidebar', async () => {
  const { user } = renderApp('/performer/index')
  await screen.findByRole('link', { name: /^条目32/ })
  await user.click(screen.getAllByRole('button', { name: '加载更多' })[0] as HTMLElement)
  await screen.findByRole('link', { name: /^条目64/ })
  const column = () => document.querySelector('.term-sidebar-scroll') as HTMLElement
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function height(this: HTMLElement) {
    return this.querySelectorAll('li').length * 50
  })
  column().scrollTop = 2500
  column().dispatchEvent(new Event('scroll'))
  reload('/performer/index')
  expect(await screen.findByRole('link', { name: /^条目64/ })).toBeVisible()
  await waitFor(() => expect(column().scrollTop).toBe(2500))
})

it('has in its address the letter and the name that a sidebar is narrowed to, which its links take along', async () => {
  const asked: string[] = []
  server.use(
    http.get(`${API}/works/performer/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      // An entry's own question is another.
      if (!query.has('id')) asked.push(`${query.get('letter') ?? ''} ${query.get('keyword') ?? ''}`)
      return HttpResponse.json({ code: 200, msg: '', rows: terms.slice(0, 3), total: 3 })
    }),
  )
  const box = () => screen.getByRole('searchbox', { name: /^查找/ })
  const first = renderApp('/performer/index')
  await first.user.click(await screen.findByRole('button', { name: 'L', pressed: false }))
  await first.user.type(box(), ' 林 ')
  await waitFor(() => expect(asked).toContain('L 林'))
  const query = first.router.state.location.search
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ letter: 'L', find: '林' })

  asked.length = 0
  const { user, router } = reload(`/performer/index${query}`)
  expect(await screen.findByRole('button', { name: 'L', pressed: true })).toBeVisible()
  expect(box()).toHaveValue('林')
  await user.click(await screen.findByRole('link', { name: /^条目2/ }))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/performer\/\d+$/))
  const narrowed = router.state.location.search
  expect(Object.fromEntries(new URLSearchParams(narrowed))).toEqual({ letter: 'L', find: '林' })
  expect(asked).toEqual(['L 林'])

  // The list itself is whole again, and Back narrows it as it was.
  await user.click(within(screen.getByRole('navigation', { name: '当前位置' })).getByRole('link', { name: '女优合集' }))
  await waitFor(() => expect(box()).toHaveValue(''))
  await waitFor(() => expect(asked).toEqual(['L 林', ' ']))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(box()).toHaveValue('林'))
  expect(screen.getByRole('button', { name: 'L', pressed: true })).toBeVisible()
  expect(router.state.location.search).toBe(narrowed)
})

it('does not ask for what an address cannot narrow a sidebar to', async () => {
  const asked: string[] = []
  server.use(
    http.get(`${API}/works/performer/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(`${query.get('letter') ?? ''} ${query.get('keyword')?.length ?? ''}`)
      return HttpResponse.json({ code: 200, msg: '', rows: terms.slice(0, 3), total: 3 })
    }),
  )
  renderApp(`/performer/index?letter=ll&find=${'林'.repeat(5000)}`)
  await screen.findByRole('link', { name: /^条目1/ })
  expect(asked).toEqual([` ${KEYWORD_MAX}`])
})

/** Reloads a home page that is not high enough yet for where one was. */
async function reloadHome() {
  renderApp('/index')
  await screen.findByRole('list', { name: '欧美最新' })
  scrollBy(900)
  height = 0
  reload('/index')
  await screen.findByRole('list', { name: '欧美最新' })
  vi.mocked(window.scrollTo).mockClear()
  window.dispatchEvent(new Event('resize'))
  expect(window.scrollTo).not.toHaveBeenCalled()
}

it('waits until the page is high enough', async () => {
  await reloadHome()
  height = 30_000
  window.dispatchEvent(new Event('resize'))
  expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith(0, 900)
})

it('goes there again when what came is not as high as what stood in its place', async () => {
  await reloadHome()
  height = 30_000
  window.dispatchEvent(new Event('resize'))
  height = 500
  scrollBy(100)
  window.dispatchEvent(new Event('resize'))
  height = 30_000
  window.dispatchEvent(new Event('resize'))
  expect(window.scrollTo).toHaveBeenCalledTimes(2)
  // What stood there for a moment is not where one was.
  reload('/index')
  await screen.findByRole('list', { name: '欧美最新' })
  await waitFor(() => expect(window.scrollTo).toHaveBeenCalledWith(0, 900))
})

it('stays where it is when one has begun to read', async () => {
  await reloadHome()
  window.dispatchEvent(new Event('wheel'))
  height = 30_000
  window.dispatchEvent(new Event('resize'))
  expect(window.scrollTo).not.toHaveBeenCalled()
})

it('keeps a scroll that the browser has not told of', async () => {
  renderApp('/index')
  await screen.findByRole('list', { name: '欧美最新' })
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 700 })
  height = 0
  reload('/index')
  await screen.findByRole('list', { name: '欧美最新' })
  vi.mocked(window.scrollTo).mockClear()
  height = 30_000
  window.dispatchEvent(new Event('resize'))
  expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith(0, 700)
})

describe('as time passes', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  it('goes as far as a page goes that is not as high any more', async () => {
    await reloadHome()
    height = 1_000
    await vi.advanceTimersByTimeAsync(1_500)
    expect(window.scrollTo).toHaveBeenCalledWith(0, 900)
  })

  it('does not take a list that is still loading for complete', async () => {
    renderApp('/censored')
    await cards(32)
    scrollBy(4321)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.get(`${API}/works/detail/list`, async ({ request }) => {
        await asked
        return HttpResponse.json(pageOf(works, new URL(request.url).searchParams))
      }),
    )
    reload('/censored')
    await screen.findByRole('status', { name: '加载中' })
    await vi.advanceTimersByTimeAsync(5_000)
    vi.mocked(window.scrollTo).mockClear()
    answer()
    await cards(32)
    window.dispatchEvent(new Event('resize'))
    expect(window.scrollTo).toHaveBeenCalledWith(0, 4321)
  })
})

it('begins at the top where one has not been, and with one page after a refresh', async () => {
  const { user } = renderApp('/censored')
  await cards(32)
  await user.click(screen.getByRole('button', { name: '加载更多' }))
  await cards(64)
  await user.click(screen.getByRole('button', { name: '刷新' }))
  await cards(32)
  reload('/censored')
  await cards(32)
  expect(listQueries().at(-1)?.get('pageNum')).toBe('1')
  reload('/uncensored')
  await cards(12)
})

it('asks for no more pages than a visitor would wait for, whatever is stored', async () => {
  const filter = { channel: 'uncensored', sort: 'pubTime', pageSize: 12, onlyMagnet: true } as const
  const of = hashKey(worksListOptions(filter).queryKey)
  const place = { y: 'x', columns: null, pages: { works: { of, count: 1e6 } } }
  sessionStorage.setItem('yingku.places', JSON.stringify([['default /uncensored', place], 7, ['x']]))
  renderApp('/uncensored')
  await cards(240)
  expect(listQueries()).toHaveLength(20)
})
