import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeFacets, makeWork, pageOf } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'

/** A window of this width. */
function setWidth(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => {
    const [, most] = /max-width: (\d+)px/.exec(query) ?? []
    const [, least] = /min-width: (\d+)px/.exec(query) ?? []
    const matches = (least !== undefined && width >= Number(least)) || (most !== undefined && width <= Number(most))
    return { matches, addEventListener: vi.fn(), removeEventListener: vi.fn() }
  })
}

const asked = () => requests.map(({ url }) => new URL(url).pathname.replace(/.*\/detail\//, ''))
const column = () => screen.findByRole('complementary', { name: '筛选' })
const button = () => screen.findByRole('button', { name: '筛选' })

beforeEach(() => {
  const works = [makeWork(1)]
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) =>
      HttpResponse.json(pageOf(works, new URL(request.url).searchParams)),
    ),
    http.get(`${API}/works/detail/facets`, () => HttpResponse.json({ code: 200, msg: '', data: makeFacets() })),
  )
})

it('is open beside a list that has room for it, and asks for the counts after the list', async () => {
  setWidth(1280)
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  server.use(
    http.get(`${API}/works/detail/list`, async () => {
      await held
      return HttpResponse.json({ code: 200, msg: '', rows: [makeWork(1)], total: 1 })
    }),
  )
  renderApp('/censored')
  expect(await button()).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('heading', { name: '筛选' })).toBeVisible()
  await waitFor(() => expect(asked()).toContain('list'))
  expect(asked()).not.toContain('facets')
  answer()
  expect(await within(await column()).findByRole('checkbox', { name: /^在线/ })).toBeVisible()
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

it('stays closed once the visitor has closed it, and opens again', async () => {
  setWidth(1280)
  const { user, router } = renderApp('/censored')
  await user.click(within(await column()).getByRole('button', { name: '收起筛选' }))
  expect(screen.queryByRole('complementary', { name: '筛选' })).toBeNull()
  expect(localStorage.getItem('yingku.filterColumn')).toBe('0')
  await router.navigate('/western')
  expect(await button()).toHaveAttribute('aria-expanded', 'false')
  await user.click(await button())
  expect(await column()).toBeVisible()
  expect(localStorage.getItem('yingku.filterColumn')).toBe('1')
})

it('is not open in a narrower window', async () => {
  setWidth(1279)
  renderApp('/censored')
  expect(await button()).toHaveAttribute('aria-expanded', 'false')
})

it('is open beside a sidebar where there is room for both', async () => {
  setWidth(1700)
  server.use(
    http.get(`${API}/works/performer/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
  )
  renderApp('/performer/index')
  expect(await column()).toBeVisible()
})

it('is not open beside a sidebar in a narrower window', async () => {
  setWidth(1699)
  server.use(
    http.get(`${API}/works/performer/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
  )
  renderApp('/performer/index')
  expect(await screen.findAllByRole('article')).toHaveLength(1)
  expect(await button()).toHaveAttribute('aria-expanded', 'false')
  expect(asked()).not.toContain('facets')
})

it('leaves it to a list that failed to say so, and to be retried', async () => {
  setWidth(1440)
  server.use(http.get(`${API}/works/detail/list`, () => failure(500, 500, '出错')))
  const { user } = renderApp('/censored')
  const alert = within(await screen.findByRole('alert'))
  expect(asked()).not.toContain('facets')
  server.use(
    http.get(`${API}/works/detail/list`, () =>
      HttpResponse.json({ code: 200, msg: '', rows: [makeWork(1)], total: 1 }),
    ),
  )
  await user.click(alert.getByRole('button', { name: '点击重试' }))
  expect(await within(await column()).findByRole('checkbox', { name: /^在线/ })).toBeVisible()
})

it('says beside the list that the counts did not come, and asks again', async () => {
  setWidth(1440)
  server.use(http.get(`${API}/works/detail/facets`, () => failure(500, 500, '出错')))
  const { user } = renderApp('/censored')
  const beside = within(await column())
  const again = await beside.findByRole('button', { name: '点击重试' })
  expect(screen.getAllByRole('article')).toHaveLength(1)
  server.use(
    http.get(`${API}/works/detail/facets`, () => HttpResponse.json({ code: 200, msg: '', data: makeFacets() })),
  )
  await user.click(again)
  expect(await beside.findByRole('checkbox', { name: /^在线/ })).toBeVisible()
})
