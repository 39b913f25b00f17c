import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { makeTermSuggestion, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, listQueries, server } from '@/testing/server.ts'

const WARNING = '请输入搜索内容！,限制为1-32个字符'

it('searches all channels first, then one by its tab', async () => {
  const { router, user } = renderApp('/index')
  await user.type(await screen.findByRole('combobox', { name: '搜索' }), ' 海 边{Enter}')
  expect(await screen.findByRole('heading', { name: '海 边' })).toBeVisible()
  expect(screen.getByText('搜索限制为1-32个字符')).toBeVisible()
  expect(document.title).toBe('海 边 搜索 - 映库')
  await waitFor(() => expect(listQueries().at(-1)?.get('keyword')).toBe('海 边'))
  expect(Object.fromEntries(listQueries().find((query) => query.has('keyword')) ?? [])).toEqual({
    keyword: '海 边',
    pageNum: '1',
    pageSize: '24',
    isDht: '1',
  })
  await user.click(within(screen.getByRole('navigation', { name: '搜索范围' })).getByRole('link', { name: '无码' }))
  await waitFor(() => expect(listQueries().at(-1)?.get('modName')).toBe('uncensored'))
  expect(router.state.location.search).toBe('?tab=uncensored')
})

it.each(['100%', 'a/b#c?d', '%E4%BD', '50%25', "it's +1 & more", '😀'])('takes %s as it was typed', async (keyword) => {
  const { user } = renderApp('/index')
  await user.click(await screen.findByRole('combobox', { name: '搜索' }))
  await user.paste(keyword)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(listQueries().at(-1)?.get('keyword')).toBe(keyword))
  expect(screen.getByRole('combobox', { name: '搜索' })).toHaveValue(keyword)
})

it('warns about an empty search and stays', async () => {
  const { router, user } = renderApp('/censored')
  await user.type(await screen.findByRole('combobox', { name: '搜索' }), '   {Enter}')
  expect(await screen.findByText(WARNING)).toBeVisible()
  expect(router.state.location.pathname).toBe('/censored')
})

it('leaves the keyboard in the results, also when the same is searched for again', async () => {
  const { user } = renderApp('/index')
  for (const _ of ['once', 'again']) {
    const field = await screen.findByRole('combobox', { name: '搜索' })
    await user.clear(field)
    await user.type(field, '海边{Enter}')
    expect(await screen.findByRole('heading', { name: '海边' })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  }
})

it('takes at most 32 characters in the field', async () => {
  renderApp('/index')
  expect(await screen.findByRole('combobox', { name: '搜索' })).toHaveAttribute('maxlength', '32')
})

it('refuses an address with a longer keyword and asks nothing', async () => {
  renderApp(`/search/${'长'.repeat(33)}`)
  expect(await screen.findByText(WARNING)).toBeVisible()
  expect(screen.getByText('搜索限制为1-32个字符')).toBeVisible()
  expect(listQueries()).toEqual([])
})

it('says when nothing was found', async () => {
  server.use(http.get(`${API}/works/detail/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })))
  renderApp('/search/none')
  await waitFor(() => expect(screen.getByText('没有找到“none”')).toBeVisible())
  expect(screen.getByText('换个短一点的词，或用番号、演员名试试。')).toBeVisible()
  const ways = within(screen.getByRole('navigation', { name: '看看别的' }))
  expect(ways.getByRole('link', { name: '排行' })).toHaveAttribute('href', '/top')
  expect(ways.getByRole('link', { name: '类别' })).toHaveAttribute('href', '/tags/index')
})

function serve(rows: unknown[], more: object = {}) {
  server.use(
    http.get(`${API}/works/detail/list`, () =>
      HttpResponse.json({ code: 200, msg: '', rows, total: rows.length, ...more }),
    ),
  )
}

function suggest(data: object) {
  server.use(
    http.get(`${API}/search/suggest`, () =>
      HttpResponse.json({ code: 200, msg: '', data: { works: [], terms: [], ...data } }),
    ),
  )
}

it('marks what matched, and says by which name a work was found', async () => {
  const term = { kind: 'performer', id: '8', name: 'Luna Lin', parts: [{ from: 0, to: 4 }] }
  serve([
    makeWork(1, { match: { number: true, date: false, title: [] } }),
    makeWork(2, {
      title: '😀海边的灯塔',
      match: { number: false, date: false, title: [{ from: 4, to: 6 }], term } as never,
    }),
    makeWork(3, { match: { number: false, date: true, title: [] } }),
  ])
  renderApp('/search/luna')
  const [first, second, third] = await screen.findAllByRole('article')
  expect(within(first as HTMLElement).getByText('ABCD-1', { selector: 'mark' })).toBeVisible()
  expect(within(second as HTMLElement).getByText('灯塔', { selector: 'mark' })).toBeVisible()
  expect(within(second as HTMLElement).getByText('Luna', { selector: 'mark' })).toBeVisible()
  expect(second).toHaveTextContent('演员 Luna Lin')
  expect(within(second as HTMLElement).queryByText('2026-01-02', { selector: 'mark' })).toBeNull()
  expect(within(third as HTMLElement).getByText('2026-01-02', { selector: 'mark' })).toBeVisible()
})

it('says which keyword the works are of when the given one found nothing', async () => {
  serve([makeWork(1)], { corrected: 'inception' })
  const { router, user } = renderApp('/search/inceptoin')
  const link = await screen.findByRole('link', { name: 'inception' })
  expect(screen.getByText(/没有找到“inceptoin”，已显示“/)).toHaveTextContent('已显示“inception”的结果')
  await user.click(link)
  expect(router.state.location.pathname).toBe('/search/inception')
})

it('says which word was left out when no work has all of them', async () => {
  serve([makeWork(1)], { corrected: 'godfather', leftOut: '2' })
  const { router, user } = renderApp('/search/godfather%202')
  const link = await screen.findByRole('link', { name: 'godfather' })
  expect(link.parentElement).toHaveTextContent('没有同时符合“godfather 2”的影片，已去掉“2”，显示“godfather”的结果')
  await user.click(link)
  expect(router.state.location.pathname).toBe('/search/godfather')
})

it('leads to the pages of those whom the keyword names', async () => {
  const named = makeTermSuggestion(1, { nameCn: '林晓月', alias: 'Luna Lin', modId: 2 })
  suggest({ terms: [named, makeTermSuggestion(2, { kind: 'maker', match: 'begin' })] })
  renderApp('/search/luna%20lin')
  const hits = within(await screen.findByRole('list', { name: '名称相符' }))
  expect(hits.getAllByRole('link')).toHaveLength(1)
  const link = hits.getByRole('link', { name: /林晓月.*Luna Lin.*演员 · 1 部/ })
  expect(link).toHaveAttribute('href', `/performer/uncensored/${named.id}`)
})

it.each(['linxiaoyue', 'lxy', '林曉月', 'señor'])(
  'shows whom %s names, however the name is written',
  async (keyword) => {
    const named = makeTermSuggestion(1, { nameCn: '林晓月', match: 'whole' })
    suggest({ terms: [makeTermSuggestion(2, { match: 'part' }), named] })
    renderApp(`/search/${encodeURIComponent(keyword)}`)
    const hits = within(await screen.findByRole('list', { name: '名称相符' }))
    expect(hits.getAllByRole('link')).toHaveLength(1)
    expect(hits.getByRole('link', { name: /林晓月/ })).toBeVisible()
  },
)

it('shows whose names begin with the keyword when none is all of it, and nobody for a part of a name', async () => {
  suggest({ terms: [makeTermSuggestion(1, { match: 'begin' }), makeTermSuggestion(2, { match: 'part' })] })
  const { router } = renderApp('/search/条')
  const hits = within(await screen.findByRole('list', { name: '名称相符' }))
  expect(hits.getAllByRole('link').map((link) => link.textContent)).toEqual([expect.stringContaining('条目1')])
  suggest({ terms: [makeTermSuggestion(2, { match: 'part' })] })
  serve([makeWork(4)])
  await act(() => router.navigate('/search/目'))
  expect(await screen.findByRole('heading', { name: '目' })).toBeVisible()
  expect(screen.queryByRole('list', { name: '名称相符' })).toBeNull()
})

it('shows a name that has a term in each channel once, and leads into the channel of the tab', async () => {
  const tag = (index: number, modId: 1 | 2 | 3) =>
    makeTermSuggestion(index, { kind: 'tag', name: '灯塔', nameCn: '', modId, count: 10 * index })
  suggest({ terms: [tag(3, 1), tag(2, 2)] })
  const { user } = renderApp('/search/灯塔')
  const link = async () => within(await screen.findByRole('list', { name: '名称相符' })).getByRole('link')
  expect(await link()).toHaveAttribute('href', `/tags/${tag(3, 1).id}`)
  expect(await link()).toHaveTextContent('类别 · 有码 30 部 · 无码 20 部')
  // Where the line breaks, the dot stays with what it stands behind.
  expect(within(await link()).getByText('有码 30 部 ·')).toBeVisible()
  expect(within(await link()).getByText('无码 20 部')).toBeVisible()
  await user.click(within(screen.getByRole('navigation', { name: '搜索范围' })).getByRole('link', { name: '无码' }))
  await waitFor(async () => expect(await link()).toHaveAttribute('href', `/tags/uncensored/${tag(2, 2).id}`))
})

it('leads to the pages of those whom the keyword names that was meant', async () => {
  serve([makeWork(1)], { corrected: '林晓月' })
  const named = makeTermSuggestion(1, { nameCn: '林晓月' })
  server.use(
    http.get(`${API}/search/suggest`, ({ request }) => {
      const isMeant = new URL(request.url).searchParams.get('keyword') === '林晓月'
      const data = { works: [], terms: isMeant ? [named] : [], ...(isMeant ? {} : { corrected: '林晓月' }) }
      return HttpResponse.json({ code: 200, msg: '', data })
    }),
  )
  renderApp('/search/林小月')
  const hits = within(await screen.findByRole('list', { name: '名称相符' }))
  expect(hits.getByRole('link', { name: /林晓月/ })).toHaveAttribute('href', `/performer/${named.id}`)
})

it('offers similar names and hot words when nothing was found', async () => {
  serve([])
  suggest({ terms: [makeTermSuggestion(3, { kind: 'maker' })], corrected: '灯塔' })
  server.use(http.get(`${API}/search/hot`, () => HttpResponse.json({ code: 200, msg: '', data: ['雪山'] })))
  renderApp('/search/none')
  const names = within(await screen.findByRole('navigation', { name: '相近的名称' }))
  expect(names.getByRole('link', { name: '片商 条目3' })).toBeVisible()
  const words = within(await screen.findByRole('navigation', { name: '试试这些' }))
  await waitFor(() => expect(words.getAllByRole('link').map((link) => link.textContent)).toEqual(['灯塔', '雪山']))
})
