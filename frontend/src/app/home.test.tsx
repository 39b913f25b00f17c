import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { savePosition } from '@/entities/work/film-positions.ts'
import { makeTerm, makeWork, pageOf } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, listQueries, server } from '@/testing/server.ts'

it('shows the ranking, the three channels and what was opened last', async () => {
  localStorage.setItem('historyListData', JSON.stringify([makeWork(9), { broken: true }]))
  window.dispatchEvent(new StorageEvent('storage', { key: 'historyListData' }))
  renderApp('/index')
  for (const name of ['本月发行', '最近浏览', '有码最新', '无码最新', '欧美最新']) {
    expect(await screen.findByRole('list', { name })).toBeInTheDocument()
  }
  expect(within(screen.getByRole('list', { name: '最近浏览' })).getAllByRole('article')).toHaveLength(1)
  expect(document.title).toBe('首页 - 映库')
})

it('hides what was opened and begun in discreet mode', async () => {
  localStorage.setItem('historyListData', JSON.stringify([makeWork(9)]))
  localStorage.setItem('yingku.preferences', JSON.stringify({ discreet: true }))
  window.dispatchEvent(new StorageEvent('storage'))
  savePosition(makeWork(3), 1500, 7200)
  renderApp('/index')
  await screen.findByRole('list', { name: '有码最新' })
  expect(screen.queryByRole('region', { name: '最近浏览' })).toBeNull()
  expect(screen.queryByRole('region', { name: '继续观看' })).toBeNull()
})

it('leaves works that one never wants to see out of what was seen and begun', async () => {
  const { id, name } = makeTerm(1)
  const keep = (key: string, value: unknown) => {
    localStorage.setItem(key, JSON.stringify(value))
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
  keep('historyListData', [
    { ...makeWork(1), terms: [id] },
    { ...makeWork(2), terms: 'x' },
  ])
  savePosition(makeWork(3), 1500, 7200)
  savePosition({ ...makeWork(4), terms: ['1', id] }, 3600, 7200)
  keep('yingku.hiddenTerms', { terms: [{ id, name }], login: null })
  const { router } = renderApp('/index')
  for (const [row, index] of [
    ['最近浏览', 2],
    ['继续观看', 3],
  ] as const) {
    const links = within(await screen.findByRole('list', { name: row })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/censored/${makeWork(index).id}`])
  }
  // Whoever looks for the work in the history finds it there.
  await router.navigate('/user?tab=history')
  expect(await screen.findByText('2 部，只保存在本机')).toBeVisible()
})

it('goes on with begun films, and forgets one when told to', async () => {
  savePosition(makeWork(3), 1500, 7200)
  savePosition(makeWork(4), 3600, 7200)
  const { user } = renderApp('/index')
  const row = within(await screen.findByRole('list', { name: '继续观看' }))
  expect(row.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/censored/${makeWork(4).id}`,
    `/censored/${makeWork(3).id}`,
  ])
  expect(row.getAllByRole('article')[0]).toHaveTextContent('剩60分钟')
  expect(row.getAllByRole('article')[1]).toHaveTextContent('剩95分钟')
  await user.click(row.getByRole('button', { name: '从继续观看移除 ABCD-4' }))
  expect(row.getAllByRole('article')).toHaveLength(1)
  await user.click(row.getByRole('button', { name: '从继续观看移除 ABCD-3' }))
  expect(screen.queryByRole('region', { name: '继续观看' })).toBeNull()
  expect(localStorage.getItem('yingku.positions')).toBeNull()
})

it('leads from its ranking to all of it: of the same figure, time and channels', async () => {
  const { user } = renderApp('/index')
  await user.click(await screen.findByRole('link', { name: /^更多本月/ }))
  const heading = await screen.findByRole('heading', { level: 1, name: '本月排行' })
  expect(heading).toBeVisible()
  await user.click(screen.getByRole('button', { name: '刷新' }))
  const asked = () => listQueries().filter((query) => query.get('sort') === 'collects')
  await waitFor(() => expect(asked()).toHaveLength(2))
  const [row, whole] = asked()
  expect(whole).toEqual(row)
  expect([row?.get('date'), row?.has('modName')]).toEqual(['30', false])
})

it('says what its ranking goes by', async () => {
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const collects = query.get('sort') === 'collects' ? [42, 7, 2, 1, 0] : []
      const works = [1, 2, 3, 4, 5].map((one, at) => makeWork(one, { collects: collects[at] }))
      return HttpResponse.json(pageOf(works, query))
    }),
  )
  renderApp('/index')
  expect(await screen.findByText('本月收藏第 1 · 42 收藏')).toBeVisible()
  const ranking = within(await screen.findByRole('list', { name: '本月排行' }))
  expect(ranking.getAllByText(/收藏$/).map(({ textContent }) => textContent)).toEqual(['7 收藏', '2 收藏', '1 收藏'])
  expect(ranking.getAllByRole('link')[0]).toHaveAccessibleName(/2/)
  expect(within(await screen.findByRole('list', { name: '有码最新' })).queryByText(/收藏/)).toBeNull()
})

it('begins the names of cards with the work’s own', async () => {
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) =>
      HttpResponse.json(pageOf([makeWork(1)], new URL(request.url).searchParams)),
    ),
  )
  renderApp('/index')
  const row = within(await screen.findByRole('list', { name: '有码最新' }))
  expect(row.getByRole('link')).toHaveAccessibleName(/^ABCD-1/)
})

it('claims no first place where nobody has collected anything', async () => {
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) =>
      HttpResponse.json(
        pageOf(
          [makeWork(1, { collects: 1, picBig: '' }), makeWork(2, { collects: 0 }), makeWork(3)],
          new URL(request.url).searchParams,
        ),
      ),
    ),
  )
  renderApp('/index')
  const row = within(await screen.findByRole('list', { name: '本月发行' }))
  expect(row.getAllByRole('article')).toHaveLength(2)
  expect(row.queryByText(/收藏/)).toBeNull()
  // The first one has no cover.
  expect(screen.getByRole('link', { name: /^本月发行/ })).toHaveTextContent('测试影片 2')
})

it('has no heading without films, and says once that there are none', async () => {
  let channels = ['western']
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const works = channels.includes(query.get('modName') ?? '') ? [makeWork(1, { modId: 3 })] : []
      return HttpResponse.json(pageOf(works, query))
    }),
  )
  const { client } = renderApp('/index')
  expect(await screen.findByRole('list', { name: '欧美最新' })).toBeVisible()
  await waitFor(() =>
    expect(screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)).toEqual(['欧美最新']),
  )
  expect(screen.queryByText('暂时没有影片')).toBeNull()
  channels = []
  await act(() => client.invalidateQueries())
  expect(await screen.findByText('暂时没有影片')).toBeVisible()
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  expect(screen.queryByRole('button', { name: '随便看看' })).toBeNull()
})

it('keeps the rows that came when one fails, and loads that one on retry', async () => {
  let broken = true
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      if (broken && query.get('modName') === 'western') return HttpResponse.error()
      return HttpResponse.json(pageOf([makeWork(1)], query))
    }),
  )
  const { user } = renderApp('/index')
  expect(await screen.findByRole('list', { name: '无码最新' })).toBeInTheDocument()
  const western = within(screen.getByRole('region', { name: '欧美最新' }))
  expect(await western.findByText('后端接口连接异常')).toBeVisible()
  broken = false
  await user.click(western.getByRole('button', { name: '点击重试' }))
  expect(await western.findByRole('article')).toBeVisible()
})
