import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { readOnlyMagnet, setOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { makeFacets, makeWork, pageOf } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, listQueries, server } from '@/testing/server.ts'

beforeEach(() => {
  const works = [makeWork(1, { isDht: 1 }), makeWork(2, { isDht: 0 }), makeWork(3, { isDht: 0 })]
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      return HttpResponse.json(pageOf(query.has('isDht') ? works.slice(0, 1) : works, query))
    }),
    http.get(`${API}/works/detail/facets`, () => HttpResponse.json({ code: 200, msg: '', data: makeFacets() })),
  )
})

type Router = ReturnType<typeof renderApp>['router']

const toggle = (pressed: boolean) => screen.findByRole('button', { name: '只看有磁力', pressed })
const shown = (count: number) => waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(count))
const address = (router: Router, search: string) => waitFor(() => expect(router.state.location.search).toBe(search))
const wide = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))

it('says in the address that all works are listed, without a step in the history', async () => {
  const { user, router } = renderApp('/censored?online=1', { before: ['/western'] })
  await user.click(await toggle(true))
  await address(router, '?online=1&dht=0')
  await shown(3)
  await user.click(await toggle(false))
  await address(router, '?online=1')
  await user.click(await toggle(true))
  await address(router, '?online=1&dht=0')
  await router.navigate(-1)
  expect(router.state.location.pathname).toBe('/western')
})

it('shows the list of a link, and leaves the visitor’s own switch alone', async () => {
  const { router } = renderApp('/censored?dht=0')
  await shown(3)
  expect(await toggle(false)).toBeVisible()
  expect(screen.getAllByText('有磁力')).toHaveLength(1)
  expect(listQueries()).toHaveLength(1)
  expect(readOnlyMagnet()).toBe(true)
  expect(router.state.location.search).toBe('?dht=0')
  await router.navigate('/western')
  await waitFor(() => expect(listQueries().at(-1)?.get('isDht')).toBe('1'))
  expect(router.state.location.search).toBe('')
  await router.navigate(-1)
  expect(await toggle(false)).toBeVisible()
})

it('shows the works with magnets of a link to who lists all, until the switch is pressed', async () => {
  setOnlyMagnet(false)
  const { user, router } = renderApp('/censored?page=1&dht=1')
  await shown(1)
  expect(readOnlyMagnet()).toBe(false)
  await user.click(await toggle(true))
  await address(router, '?dht=0')
  await shown(3)
  await user.click(await toggle(false))
  await address(router, '')
  await shown(1)
  expect(readOnlyMagnet()).toBe(true)
})

it('leaves the page of an address behind with the switch, and not without', async () => {
  setOnlyMagnet(false)
  const { user, router } = renderApp('/censored?page=1')
  await address(router, '?page=1&dht=0')
  await user.click(await toggle(false))
  await address(router, '')
  await router.navigate('/western?page=1')
  await user.click(await toggle(true))
  await address(router, '?dht=0')
})

it('goes to the top with the switch, wherever the list was left with the other', async () => {
  const goTo = (_: unknown, y?: number) => vi.stubGlobal('scrollY', y)
  vi.spyOn(window, 'scrollTo').mockImplementation(goTo)
  const { user, router } = renderApp('/censored')
  for (const [pressed, search, count] of [
    [true, '?dht=0', 3],
    [false, '', 1],
    [true, '?dht=0', 3],
  ] as const) {
    goTo(0, 900)
    await user.click(await toggle(pressed))
    await address(router, search)
    await shown(count)
    expect(window.scrollY).toBe(0)
  }
})

it('passes over another word for the switch', async () => {
  const { router } = renderApp('/censored?dht=7')
  await shown(1)
  await address(router, '')
})

it('follows the switch in what the switch wrote itself, also on a later return', async () => {
  const { user, router } = renderApp('/censored')
  await user.click(await toggle(true))
  await address(router, '?dht=0')
  await router.navigate('/western')
  await address(router, '?dht=0')
  await user.click(await toggle(false))
  await address(router, '')
  await router.navigate(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/censored'))
  await address(router, '')
  expect(await toggle(true)).toBeVisible()
})

it('stays as it is under another tab, and while filters are chosen and cleared', async () => {
  wide()
  const { user, router } = renderApp('/search/测试?dht=0')
  await shown(3)
  await user.click(within(screen.getByRole('navigation', { name: '搜索范围' })).getByRole('link', { name: '无码' }))
  await address(router, '?tab=uncensored&dht=0')
  await shown(3)
  await user.click(await screen.findByRole('checkbox', { name: /^在线/ }))
  await address(router, '?tab=uncensored&dht=0&online=1')
  await user.click(screen.getByRole('button', { name: '移除 在线' }))
  await address(router, '?tab=uncensored&dht=0')
})

it('is saved with a filter, and applied with it', async () => {
  wide()
  const { user, router } = renderApp('/censored?online=1&dht=0')
  await user.click(await screen.findByRole('button', { name: '保存当前筛选' }))
  await user.type(screen.getByRole('textbox', { name: '筛选名称' }), '全部在线{Enter}')
  expect(JSON.parse(localStorage.getItem('yingku.filters') ?? '').filters).toEqual([
    { name: '全部在线', query: 'online=1&dht=0' },
  ])
  await router.navigate('/western')
  expect(await toggle(true)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: '全部在线', pressed: false }))
  await address(router, '?online=1&dht=0')
  expect(await toggle(false)).toBeVisible()
  expect(await screen.findByRole('button', { name: '全部在线', pressed: true })).toBeVisible()
  expect(readOnlyMagnet()).toBe(true)
})

it('is saved with a filter as the sheet shows it', async () => {
  const { user } = renderApp('/censored?online=1')
  await user.click(await screen.findByRole('button', { name: /^筛选/ }))
  const sheet = within(await screen.findByRole('dialog', { name: '筛选' }))
  await user.click(await sheet.findByRole('checkbox', { name: /^有磁力/ }))
  await user.click(sheet.getByRole('button', { name: '保存当前筛选' }))
  await user.type(sheet.getByRole('textbox', { name: '筛选名称' }), '全部在线{Enter}')
  expect(JSON.parse(localStorage.getItem('yingku.filters') ?? '').filters).toEqual([
    { name: '全部在线', query: 'online=1&dht=0' },
  ])
})

it('is applied with a saved filter in the sheet, too', async () => {
  const filters = [
    { name: '全部在线', query: 'online=1&dht=0' },
    { name: '评分高', query: 'score=4' },
  ]
  localStorage.setItem('yingku.filters', JSON.stringify({ filters, login: null }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'yingku.filters' }))
  const { user, router } = renderApp('/censored')
  const openSheet = async () => {
    await user.click(await screen.findByRole('button', { name: /^筛选/ }))
    await screen.findByRole('button', { name: /^查看 \d+ 部$/ })
    return within(screen.getByRole('dialog', { name: '筛选' }))
  }
  let sheet = await openSheet()
  await user.click(sheet.getByRole('button', { name: '全部在线' }))
  expect(sheet.getByRole('checkbox', { name: /^有磁力/ })).not.toBeChecked()
  await user.click(sheet.getByRole('button', { name: /^查看/ }))
  await address(router, '?online=1&dht=0')
  expect(await toggle(false)).toBeVisible()
  sheet = await openSheet()
  await user.click(sheet.getByRole('checkbox', { name: /^有磁力/ }))
  await user.click(sheet.getByRole('button', { name: /^查看/ }))
  await address(router, '?online=1')
  expect(await toggle(true)).toBeVisible()
  sheet = await openSheet()
  await user.click(sheet.getByRole('button', { name: '评分高' }))
  expect(sheet.getByRole('checkbox', { name: /^有磁力/ })).toBeChecked()
  await user.click(sheet.getByRole('button', { name: /^查看/ }))
  await address(router, '?score=4')
})
