import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeCollection, makeFacets, makeFacetTerm, makeTerm, makeWork, pageOf } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, requests, server } from '@/testing/server.ts'

const SEA = makeTerm(1, { nameCn: '海边' })
const WORKS = Array.from({ length: 12 }, (_, index) => makeWork(index + 1))

/** What was asked of a call. */
const queries = (path: string) =>
  requests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.endsWith(path))
    .map(({ searchParams }) => Object.fromEntries(searchParams))

const panel = () => within(screen.getByRole('tabpanel'))
const shows = async (count: number) => waitFor(() => expect(panel().getAllByRole('article')).toHaveLength(count))

const openSheet = async (user: ReturnType<typeof renderApp>['user']) => {
  await user.click(await panel().findByRole('button', { name: /^筛选/ }))
  await screen.findByRole('button', { name: /^查看 \d+ 部$/ })
  return within(screen.getByRole('dialog', { name: '筛选' }))
}

/** An own list, of which 3 works can be watched online and none is longer than 120 minutes. */
function serveList(path: string, facetsPath: string) {
  server.use(
    http.get(`${API}${path}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const rows = query.has('minDuration') ? [] : query.has('isOnline') ? WORKS.slice(0, 3) : WORKS
      return HttpResponse.json(pageOf(rows, query))
    }),
    http.get(`${API}${facetsPath}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const terms = [makeFacetTerm(SEA, { kind: 'tag', count: 4 })]
      const total = query.has('isOnline') ? 3 : 12
      return HttpResponse.json({ code: 200, msg: '', data: makeFacets({ total, terms }) })
    }),
  )
}

beforeEach(() => {
  serveMember({ liked: WORKS.map(({ id }) => id), works: WORKS, collections: [makeCollection(1), makeCollection(2)] })
  serveList('/user/like/detail/list', '/user/like/detail/facets')
  serveList('/user/collect/detail/list', '/user/collect/detail/facets')
})

describe('the tab 喜欢', () => {
  it('is narrowed down and ordered in a sheet, whose choices stand in the address', async () => {
    const { user, router } = renderApp('/user?tab=like')
    await shows(10)
    expect(panel().getByText('共 12 部')).toBeVisible()
    const sheet = await openSheet(user)
    expect(sheet.getByRole('radio', { name: '最近加入' })).toBeChecked()
    await user.click(sheet.getByRole('radio', { name: '收藏' }))
    await user.click(sheet.getByRole('radio', { name: '有码 40 部' }))
    await user.click(sheet.getByRole('checkbox', { name: '有磁力 20 部' }))
    await user.click(sheet.getByRole('checkbox', { name: '在线 3 部' }))
    await user.click(sheet.getByRole('button', { name: '不要 海边' }))
    await user.click(await sheet.findByRole('button', { name: '查看 3 部' }))
    await shows(3)
    expect(queries('/like/detail/list').at(-1)).toEqual({
      pageNum: '1',
      pageSize: '10',
      sort: 'collects',
      modId: '1',
      isDht: '1',
      isOnline: '1',
      withoutTerms: SEA.id,
    })
    expect(router.state.location.search).toBe(`?tab=like&sort=saves&tag=-${SEA.id}&online=1&channel=censored&dht=1`)
    expect(document.cookie).not.toContain('isDht')
    await user.click(panel().getByRole('button', { name: '移除 有磁力' }))
    await user.click(await panel().findByRole('button', { name: '移除 有码' }))
    await waitFor(() => expect(queries('/like/detail/list').at(-1)).not.toHaveProperty('modId'))
    await user.click(screen.getByRole('tab', { name: '收藏' }))
    expect(router.state.location.search).toBe('')
  })

  it('says which channel a term is of where several have one of that name', async () => {
    const [uncensored, city, found] = [2, 3, 4].map((index) =>
      makeTerm(index, { nameCn: index === 3 ? '都市' : '海边' }),
    )
    server.use(
      http.get(`${API}/user/like/detail/facets`, ({ request }) => {
        const query = new URL(request.url).searchParams
        const tag = (term: ReturnType<typeof makeTerm> | undefined, modId: 1 | 2 | 3) =>
          term ? [makeFacetTerm(term, { kind: 'tag', count: 4, modId })] : []
        const ofOne = [...tag(SEA, 1), ...tag(city, 1)]
        const ofAll = [...ofOne, ...tag(uncensored, 2)]
        const others = Array.from({ length: 7 }, (_, at) => tag(makeTerm(at + 20), 1)).flat()
        const more = query.has('countTerms') ? tag(found, 3) : []
        const terms = [...(query.has('modId') ? ofOne : ofAll), ...others, ...more]
        return HttpResponse.json({ code: 200, msg: '', data: makeFacets({ total: 12, terms }) })
      }),
      http.get(`${API}/tag/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [found], total: 1 })),
    )
    const { user } = renderApp('/user?tab=like')
    await shows(10)
    const sheet = await openSheet(user)
    await user.click(sheet.getByRole('button', { name: '要 海边 无码' }))
    expect(sheet.getByRole('button', { name: '要 海边 无码' })).toHaveAttribute('aria-pressed', 'true')
    expect(sheet.getByRole('button', { name: '不要 海边 有码' })).toHaveAttribute('aria-pressed', 'false')
    expect(sheet.getByRole('button', { name: '要 都市' })).toBeVisible()
    await user.click(sheet.getByRole('button', { name: '要 海边 无码' }))
    await user.type(sheet.getByRole('searchbox', { name: '查找类别' }), '海')
    expect(await sheet.findByRole('button', { name: '要 海边 欧美' })).toBeVisible()
    await user.clear(sheet.getByRole('searchbox', { name: '查找类别' }))
    await user.click(sheet.getByRole('radio', { name: '有码 40 部' }))
    expect(await sheet.findByRole('button', { name: '要 海边' })).toBeVisible()
  })

  it('tells filters that leave nothing from having nothing', async () => {
    const { user } = renderApp('/user?tab=like&length=120-')
    expect(await panel().findByText('没有符合的影片')).toBeVisible()
    expect(panel().queryByText('暂时没有喜欢的作品~')).toBeNull()
    await user.click(panel().getByRole('button', { name: '清除筛选' }))
    await shows(10)
    expect(panel().getByRole('radio', { name: '列表' })).toBeVisible()
  })
})

describe('the tab 收藏', () => {
  it('narrows down one collection, and keeps the filters in another', async () => {
    const { user, router } = renderApp('/user?online=1')
    await shows(3)
    await user.click(await panel().findByRole('button', { name: new RegExp(makeCollection(2).cateName) }))
    const { cateId } = makeCollection(2)
    await waitFor(() => expect(queries('/collect/detail/list').at(-1)).toMatchObject({ cateId, isOnline: '1' }))
    expect(router.state.location.search).toBe(`?cate=${cateId}&online=1`)
    await openSheet(user)
    expect(queries('/collect/detail/facets')).toEqual([{ cateId, isOnline: '1' }])
  })
})

describe('the tab 浏览记录', () => {
  const remember = (works: readonly object[]) => {
    localStorage.setItem('historyListData', JSON.stringify(works))
    window.dispatchEvent(new StorageEvent('storage', { key: 'historyListData' }))
  }
  const titles = () =>
    panel()
      .getAllByRole('heading', { level: 2, name: /^测试影片/ })
      .map((title) => title.textContent)

  it('is narrowed down, counted and ordered on the device', async () => {
    const seen = [
      makeWork(1, { duration: 80, modId: 1, isOnline: 1 }),
      makeWork(2, { duration: 100, modId: 3 }),
      makeWork(3, { duration: 130, modId: 1, pubTime: '2020-05-01 00:00:00' }),
    ]
    remember(seen)
    const { user, router } = renderApp('/user?tab=history&tag=1')
    await shows(3)
    const sheet = await openSheet(user)
    expect(sheet.getByRole('radio', { name: '最近浏览' })).toBeChecked()
    expect(sheet.getByRole('radio', { name: '有码 2 部' })).toBeEnabled()
    expect(sheet.getByRole('radio', { name: '无码 0 部' })).toBeDisabled()
    expect(sheet.queryByRole('radio', { name: '浏览' })).toBeNull()
    expect(sheet.queryByRole('checkbox', { name: /字幕/ })).toBeNull()
    await user.click(sheet.getByRole('radio', { name: '有码 2 部' }))
    await user.click(sheet.getByRole('radio', { name: '时长' }))
    await user.click(await sheet.findByRole('button', { name: '查看 2 部' }))
    await shows(2)
    const numbers = panel()
      .getAllByRole('article')
      .map((card) => card.textContent)
    expect(numbers[0]).toContain('ABCD-3')
    expect(router.state.location.search).toContain('sort=length')
    await user.click(panel().getByRole('button', { name: '移除 有码' }))
    await shows(3)
    expect(requests.filter(({ url }) => url.includes('facets'))).toEqual([])
  })

  it('orders and compares scores like other lists', async () => {
    remember([
      makeWork(1, { average: 0, evaluates: 0 }),
      makeWork(2, { average: 3.45, evaluates: 900 }),
      makeWork(3, { average: 1.5, evaluates: 900 }),
      makeWork(4, { average: 3.5, evaluates: 900 }),
    ])
    const { user } = renderApp('/user?tab=history&sort=score')
    await shows(4)
    expect(titles()).toEqual(['测试影片 4', '测试影片 2', '测试影片 3', '测试影片 1'])
    const sheet = await openSheet(user)
    await user.click(sheet.getByRole('radio', { name: '3.5分以上 1 部' }))
    await user.click(await sheet.findByRole('button', { name: '查看 1 部' }))
    await shows(1)
    expect(titles()).toEqual(['测试影片 4'])
  })

  it('shows and counts works of which only id, number and title were stored', async () => {
    const { id, number, title } = makeWork(1)
    remember([{ id, number, title }, makeWork(2)])
    const { user } = renderApp('/user?tab=history&sort=new')
    await shows(2)
    const sheet = await openSheet(user)
    const years = within(sheet.getByRole('group', { name: '年份' })).getAllByRole('radio')
    expect(years.map((year) => year.getAttribute('aria-label'))).toEqual(['不限', '2026 1 部'])
    await user.click(sheet.getByRole('radio', { name: '2026 1 部' }))
    await user.click(sheet.getByRole('radio', { name: '时长' }))
    await user.click(await sheet.findByRole('button', { name: '查看 1 部' }))
    await shows(1)
    expect(titles()).toEqual(['测试影片 2'])
  })

  it('has works without a day in no period', async () => {
    const { id, number, title } = makeWork(1)
    remember([{ id, number, title }, makeWork(2)])
    renderApp('/user?tab=history&to=2026')
    await shows(1)
    expect(titles()).toEqual(['测试影片 2'])
  })
})

describe('similar works', () => {
  it('are narrowed down, counted and ordered', async () => {
    const [work] = WORKS
    const id = work?.id ?? ''
    server.use(
      http.get(`${API}/works/similar/${id}`, ({ request }) => {
        const rows = new URL(request.url).searchParams.has('isOnline') ? [] : WORKS.slice(1)
        return HttpResponse.json({ code: 200, msg: '', data: rows })
      }),
      http.get(`${API}/works/similar/${id}/facets`, () =>
        HttpResponse.json({ code: 200, msg: '', data: makeFacets({ total: 11 }) }),
      ),
    )
    const { user, router } = renderApp(`/similar/${id}`)
    await user.click(await screen.findByRole('button', { name: /^筛选/ }))
    const sheet = within(await screen.findByRole('dialog', { name: '筛选' }))
    await sheet.findByRole('checkbox', { name: '在线 3 部' })
    expect(sheet.getByRole('radio', { name: '相关度' })).toBeChecked()
    await user.click(sheet.getByRole('radio', { name: '评分' }))
    await user.click(sheet.getByRole('checkbox', { name: '在线 3 部' }))
    await user.click(await sheet.findByRole('button', { name: '查看 11 部' }))
    await waitFor(() =>
      expect(queries(`/similar/${id}`).at(-1)).toEqual({ limit: '48', isDht: '1', sort: 'average', isOnline: '1' }),
    )
    expect(router.state.location.search).toBe('?sort=score&online=1')
    await user.click(await screen.findByRole('button', { name: '清除筛选' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(11))
  })

  it('are ordered by likeness without asking for it, and promise no more than the page shows', async () => {
    const id = WORKS[0]?.id ?? ''
    server.use(
      http.get(`${API}/works/similar/${id}`, () => HttpResponse.json({ code: 200, msg: '', data: WORKS.slice(1) })),
      http.get(`${API}/works/similar/${id}/facets`, () =>
        HttpResponse.json({ code: 200, msg: '', data: makeFacets({ total: 20_000 }) }),
      ),
    )
    const { user, router } = renderApp(`/similar/${id}?sort=match`)
    await user.click(await screen.findByRole('button', { name: /^筛选/ }))
    const sheet = within(await screen.findByRole('dialog', { name: '筛选' }))
    await sheet.findByRole('button', { name: '查看 48 部' })
    await user.click(sheet.getByRole('radio', { name: '评分' }))
    await user.click(sheet.getByRole('radio', { name: '相关度' }))
    await user.click(sheet.getByRole('checkbox', { name: '在线 3 部' }))
    await user.click(await sheet.findByRole('button', { name: '查看 48 部' }))
    await waitFor(() => expect(queries(`/similar/${id}`)).toHaveLength(2))
    expect(queries(`/similar/${id}`)).toEqual([
      { limit: '48', isDht: '1' },
      { limit: '48', isDht: '1', isOnline: '1' },
    ])
    expect(router.state.location.search).toBe('?online=1')
  })
})
