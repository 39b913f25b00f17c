import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeFacets, makeFacetTerm, makeTerm, makeWork, pageOf } from '@/testing/factories.ts'
import { facetQueries, openSheet } from '@/testing/filters.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, listQueries, server } from '@/testing/server.ts'

const [SEA, CITY] = [makeTerm(1, { nameCn: '海边' }), makeTerm(2, { nameCn: '都市' })]
const works = Array.from({ length: 40 }, (_, index) => makeWork(index + 1))

beforeEach(() => {
  server.use(
    http.get(`${API}/works/detail/facets`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const total = query.has('withTerms') ? 12 : 40
      const terms = [SEA, CITY].map((term) => makeFacetTerm(term, { kind: 'tag', count: 12 }))
      return HttpResponse.json({ code: 200, msg: '', data: makeFacets({ total, terms }) })
    }),
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      return HttpResponse.json(pageOf(query.has('withTerms') ? works.slice(0, 12) : works, query))
    }),
    http.get(`${API}/tag/list`, ({ request }) => {
      const rows = new URL(request.url).searchParams.has('keyword') ? [] : [SEA]
      return HttpResponse.json({ code: 200, msg: '', rows, total: rows.length })
    }),
  )
})

it.each([
  ['/search/abc', ['要 海边 有码', '要 海边 无码', '要 都市']],
  ['/censored', ['要 海边', '要 海边', '要 都市']],
])('of equal names %s says %s', async (address, names) => {
  const terms = [SEA, makeTerm(3, { nameCn: '海边' }), CITY].map((term, at) =>
    makeFacetTerm(term, { kind: 'tag', count: 12, modId: at === 1 ? 2 : 1 }),
  )
  server.use(
    http.get(`${API}/works/detail/facets`, () =>
      HttpResponse.json({ code: 200, msg: '', data: makeFacets({ terms }) }),
    ),
  )
  const { user } = renderApp(address)
  const sheet = await openSheet(user)
  const wanted = sheet.getAllByRole('button', { name: /^要 / })
  expect(wanted.map((button) => button.getAttribute('aria-label'))).toEqual(names)
})

it('narrows a list down in a sheet: counts while choosing, one step in the history', async () => {
  const { user, router } = renderApp('/censored')
  const sheet = await openSheet(user)
  expect(sheet.getByRole('radio', { name: '2026 7 部' })).toBeVisible()
  await user.click(sheet.getByRole('button', { name: '要 海边' }))
  await user.click(sheet.getByRole('button', { name: '不要 都市' }))
  await user.click(sheet.getByRole('radio', { name: '4.0分以上 9 部' }))
  await user.click(sheet.getByRole('radio', { name: '60–89分钟 5 部' }))
  await user.click(sheet.getByRole('checkbox', { name: '字幕 4 部' }))
  await user.click(sheet.getByRole('radio', { name: '评分' }))
  expect(sheet.getByRole('button', { name: '要 海边' })).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() => expect(facetQueries().at(-1)?.searchParams.get('marks')).toBe('subtitle'))
  expect(listQueries()).toHaveLength(1)
  await user.click(await sheet.findByRole('button', { name: '查看 12 部' }))
  await waitFor(() => expect(listQueries()).toHaveLength(2))
  expect(Object.fromEntries(listQueries()[1] ?? [])).toEqual({
    pageNum: '1',
    pageSize: '32',
    modName: 'censored',
    isDht: '1',
    sort: 'average',
    withTerms: SEA.id,
    withoutTerms: CITY.id,
    minDuration: '60',
    maxDuration: '89',
    minScore: '40',
    marks: 'subtitle',
  })
  expect(router.state.location.search).toBe(
    `?sort=score&tag=${SEA.id},-${CITY.id}&length=60-89&score=4&magnet=subtitle`,
  )
  expect(await screen.findByRole('button', { name: '筛选，已选 5 项' })).toBeVisible()
  await router.navigate(-1)
  await waitFor(() => expect(screen.queryByRole('list', { name: '已选筛选' })).toBeNull())
  expect(router.state.location.search).toBe('')
})

it('switches to works without magnets only when the sheet is applied', async () => {
  const { user, router } = renderApp('/censored?page=2')
  let sheet = await openSheet(user)
  await user.click(sheet.getByRole('checkbox', { name: /^有磁力/ }))
  await waitFor(() => expect(facetQueries().at(-1)?.searchParams.has('isDht')).toBe(false))
  await user.click(sheet.getByRole('button', { name: '清除' }))
  expect(sheet.getByRole('checkbox', { name: /^有磁力/ })).toBeChecked()
  expect(sheet.getByRole('button', { name: '清除' })).toBeDisabled()
  await user.click(sheet.getByRole('checkbox', { name: /^有磁力/ }))
  await user.click(sheet.getByRole('button', { name: '关闭' }))
  expect(await screen.findByRole('button', { name: '只看有磁力', pressed: true })).toBeVisible()
  expect(listQueries()).toHaveLength(1)
  sheet = await openSheet(user)
  await user.click(sheet.getByRole('checkbox', { name: /^有磁力/ }))
  await user.click(sheet.getByRole('button', { name: /^查看/ }))
  expect(await screen.findByRole('button', { name: '只看有磁力', pressed: false })).toBeVisible()
  await waitFor(() => expect(listQueries().at(-1)?.has('isDht')).toBe(false))
  await waitFor(() => expect(router.state.location.search).toBe('?dht=0'))
  expect(listQueries().at(-1)?.get('pageNum')).toBe('1')
  sheet = await openSheet(user)
  await user.click(sheet.getByRole('checkbox', { name: /^有磁力/ }))
  await user.click(sheet.getByRole('checkbox', { name: /^在线/ }))
  await user.click(sheet.getByRole('button', { name: /^查看/ }))
  await waitFor(() => expect(listQueries().at(-1)?.get('isOnline')).toBe('1'))
  await waitFor(() => expect(listQueries().at(-1)?.get('isDht')).toBe('1'))
  await waitFor(() => expect(router.state.location.search).toBe('?online=1'))
})

it('reads the filters of an address, names them, and removes them one by one', async () => {
  const { user, router } = renderApp(`/western?tag=${SEA.id}&online=1&score=17&sort=best&from=2021&to=2021`)
  const chips = within(await screen.findByRole('list', { name: '已选筛选' }))
  expect(await chips.findByRole('button', { name: '移除 海边' })).toBeVisible()
  expect(listQueries()[0]?.get('isOnline')).toBe('1')
  expect(listQueries()[0]?.get('sort')).toBe('pubTime')
  expect(listQueries()[0]?.has('minScore')).toBe(false)
  await user.click(chips.getByRole('button', { name: '移除 在线' }))
  await waitFor(() => expect(listQueries().at(-1)?.has('isOnline')).toBe(false))
  expect(chips.getByRole('button', { name: '移除 2021年' })).toBeVisible()
  await user.click(chips.getByRole('button', { name: '清除' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: '已选筛选' })).toBeNull())
  expect(router.state.location.search).toBe('')
})

it('offers to clear the filters that leave nothing', async () => {
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      return HttpResponse.json(pageOf(query.has('isOnline') ? [] : works, query))
    }),
  )
  const { user } = renderApp('/censored?online=1')
  await user.click(await screen.findByRole('button', { name: '清除筛选' }))
  expect(await screen.findAllByRole('article')).toHaveLength(32)
})

/** Twelve performers are counted, of all that there are. */
function servePerformers() {
  const many = Array.from({ length: 12 }, (_, index) => makeFacetTerm(makeTerm(index + 10)))
  server.use(
    http.get(`${API}/works/detail/facets`, () =>
      HttpResponse.json({ code: 200, msg: '', data: makeFacets({ terms: many }) }),
    ),
  )
}

const named = (sheet: Awaited<ReturnType<typeof openSheet>>) =>
  sheet.queryAllByRole('button', { name: /^要 / }).map((button) => button.getAttribute('aria-label'))

it('finds a term in its list', async () => {
  servePerformers()
  const { user } = renderApp('/censored')
  const sheet = await openSheet(user)
  await user.click(sheet.getByText('演员'))
  expect(sheet.getAllByRole('button', { name: /^要 / })).toHaveLength(8)
  await user.type(sheet.getByRole('searchbox', { name: '查找演员' }), 'term 21')
  expect(named(sheet)).toEqual(['要 条目21'])
})

it('finds terms that are not among the counted ones, and those by an alias or pinyin, each once', async () => {
  servePerformers()
  const calls: URLSearchParams[] = []
  server.use(
    http.get(`${API}/tag/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      calls.push(query)
      const rows = [makeTerm(13), makeTerm(77, { nameCn: '林晓月' })]
      return HttpResponse.json({ code: 200, msg: '', rows, total: 40 })
    }),
  )
  const { user, router } = renderApp('/western')
  const sheet = await openSheet(user)
  await user.click(sheet.getByText('演员'))
  await user.type(sheet.getByRole('searchbox', { name: '查找演员' }), 'LXY')
  expect(sheet.queryByText('没有符合的演员')).toBeNull()
  await waitFor(() => expect(named(sheet)).toEqual(['要 条目13', '要 林晓月']))
  expect(calls.map((query) => Object.fromEntries(query))).toEqual([
    { tableName: 'performer', modId: '3', keyword: 'lxy', pageNum: '1', pageSize: '32' },
  ])
  expect(sheet.getByText('还有更多演员，请多输入几个字')).toBeVisible()
  await user.click(sheet.getByRole('button', { name: '要 林晓月' }))
  await user.click(sheet.getByRole('button', { name: /^查看/ }))
  expect(await screen.findByRole('button', { name: '移除 林晓月' })).toBeVisible()
  expect(router.state.location.search).toBe(`?performer=${makeTerm(77).id}`)
})

it('counts the terms that are found in the list, and offers none that leaves nothing', async () => {
  servePerformers()
  const [many, none] = [makeTerm(77, { nameCn: '林晓月' }), makeTerm(78, { nameCn: '林小雨' })]
  const { user } = renderApp('/censored')
  const sheet = await openSheet(user)
  server.use(
    http.get(`${API}/tag/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [many, none], total: 2 })),
    http.get(`${API}/works/detail/facets`, () => {
      const terms = [makeFacetTerm(many, { count: 6 }), makeFacetTerm(none, { count: 0 })]
      return HttpResponse.json({ code: 200, msg: '', data: makeFacets({ terms }) })
    }),
  )
  // Sections have nothing in them before they are opened.
  expect(sheet.queryByRole('button', { name: '要 林晓月', hidden: true })).toBeNull()
  await user.click(sheet.getByText('演员'))
  await user.type(await sheet.findByRole('searchbox', { name: '查找演员' }), 'lx')
  const row = async (name: string) =>
    (await sheet.findByRole('button', { name: `要 ${name}` })).closest('li') as HTMLElement
  expect(await within(await row('林晓月')).findByText('6')).toBeVisible()
  expect(within(await row('林小雨')).getByText('0')).toBeVisible()
  expect(sheet.getByRole('button', { name: '要 林小雨' })).toBeDisabled()
  expect(sheet.getByRole('button', { name: '要 林晓月' })).toBeEnabled()
  expect(facetQueries().at(-1)?.searchParams.get('countTerms')).toBe(`${many.id},${none.id}`)
})

it('says that nothing was found only when everything was looked through, and tries again', async () => {
  servePerformers()
  server.use(http.get(`${API}/tag/list`, () => failure(500, 500, '出错')))
  const { user } = renderApp('/censored')
  const sheet = await openSheet(user)
  await user.click(sheet.getByText('演员'))
  await user.type(sheet.getByRole('searchbox', { name: '查找演员' }), 'xyz')
  expect(sheet.getByText('加载中')).toBeVisible()
  const alert = within(await sheet.findByRole('alert'))
  expect(sheet.queryByText('没有符合的演员')).toBeNull()
  server.use(http.get(`${API}/tag/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })))
  await user.click(alert.getByRole('button', { name: '点击重试' }))
  expect(await sheet.findByText('没有符合的演员')).toBeVisible()
})

it('takes a day that is typed once it is whole, and further ones of the same field for the same step', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  const { user, router } = renderApp('/censored')
  const from = await screen.findByLabelText('从')
  const change = (day: string) => fireEvent.change(from, { target: { value: day } })
  const asked = () => listQueries().map((query) => query.get('from'))
  await user.click(from)
  fireEvent.keyDown(from, { key: '2' })
  for (const day of ['0002-03-05', '0020-03-05', '0202-03-05', '2020-03-05']) change(day)
  expect(from).toHaveValue('2020-03-05')
  expect(asked()).toEqual([null])
  fireEvent.keyDown(from, { key: 'Enter' })
  await waitFor(() => expect(asked()).toEqual([null, '2020-03-05']))
  // These are picked.
  change('2020-03-06')
  await waitFor(() => expect(asked().at(-1)).toBe('2020-03-06'))
  change('2020-03-07')
  await waitFor(() => expect(router.state.location.search).toBe('?from=2020-03-07'))
  fireEvent.keyDown(from, { key: '0' })
  change('0020-03-07')
  await user.tab()
  expect(from).toHaveValue('2020-03-07')
  expect(router.state.location.search).toBe('?from=2020-03-07')
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe('')
  expect(from).toHaveValue('')
})

it.each([
  ['从', '/censored?to=2024-01-01', '2024-06-01'],
  ['到', '/censored?from=2024-06-01', '2024-01-01'],
  ['到', '/censored?from=2024-06', '2024-01-01'],
])('takes a span of days that is the wrong way round for the same days: %s', async (label, address, day) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  const { router } = renderApp(address)
  fireEvent.change(await screen.findByLabelText(label), { target: { value: day } })
  const inAddress = (name: string) => new URLSearchParams(router.state.location.search).get(name)
  await waitFor(() => expect(inAddress('from')).toBe('2024-01-01'))
  expect(inAddress('to')).toMatch(/^2024-06(-01)?$/)
  expect(screen.getByLabelText('从')).toHaveValue('2024-01-01')
  expect(screen.getByLabelText('到')).toHaveValue(address.endsWith('-06') ? '2024-06-30' : '2024-06-01')
})

it('leaves order and periods to rankings, and keeps the filters under another tab', async () => {
  const { user, router } = renderApp('/top?tab=average&sort=new&from=2021&online=1')
  const sheet = await openSheet(user)
  expect(sheet.queryByRole('radio', { name: '最新' })).toBeNull()
  expect(sheet.queryByRole('group', { name: '年份' })).toBeNull()
  expect(listQueries()[0]?.get('sort')).toBe('average')
  expect(listQueries()[0]?.has('from')).toBe(false)
  await user.click(screen.getByRole('link', { name: '收藏排行' }))
  await waitFor(() => expect(listQueries().at(-1)?.get('sort')).toBe('collects'))
  expect(router.state.location.search).toContain('online=1')
})
