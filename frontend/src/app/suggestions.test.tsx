import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { setPreferences } from '@/shared/lib/preferences.ts'
import { makeTermSuggestion, makeWorkSuggestion } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, requests, server } from '@/testing/server.ts'

const WORDS = 'yingku.searches'

function keepWords(...words: string[]) {
  localStorage.setItem(WORDS, JSON.stringify(words))
  window.dispatchEvent(new StorageEvent('storage', { key: WORDS }))
}

const keptWords = () => JSON.parse(localStorage.getItem(WORDS) ?? '[]') as unknown
const field = () => screen.findByRole('combobox', { name: '搜索' })
const group = (name: string) => screen.findByRole('group', { name })
const asked = () =>
  requests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.endsWith('/search/suggest'))
    .map(({ searchParams }) => searchParams.get('keyword'))

beforeEach(() => {
  keepWords()
  setPreferences({ discreet: false, recordSearches: true })
  server.use(
    http.get(`${API}/search/hot`, () => HttpResponse.json({ code: 200, msg: '', data: ['灯塔', '雪山'] })),
    http.get(`${API}/search/suggest`, () =>
      HttpResponse.json({
        code: 200,
        msg: '',
        data: {
          works: [makeWorkSuggestion(1)],
          terms: [makeTermSuggestion(1), makeTermSuggestion(2, { kind: 'maker' })],
        },
      }),
    ),
  )
})

it('suggests works and names while a keyword is typed, and asks once for what stays', async () => {
  const { user, router } = renderApp('/index')
  await user.type(await field(), 'abcd')
  const works = await group('影片')
  expect(within(works).getByRole('option', { name: 'ABCD-1测试影片 1' })).toBeVisible()
  expect(within(works).getByText('ABCD', { selector: 'mark' })).toBeVisible()
  expect(within(await group('演员')).getByRole('option', { name: /条目1.*1 部/ })).toBeVisible()
  expect(asked()).toEqual(['abcd'])
  await user.keyboard('{ArrowDown}{ArrowDown}')
  const active = within(await group('演员')).getByRole('option')
  expect(active).toHaveAttribute('aria-selected', 'true')
  expect(await field()).toHaveAttribute('aria-activedescendant', active.id)
  server.use(
    http.get(`${API}/works/performer/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
  )
  await user.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe(`/performer/${makeTermSuggestion(1).id}`)
  expect(screen.queryByRole('listbox')).toBeNull()
})

it('names the channel of those whose name another suggestion has too', async () => {
  const tag = (index: number, modId: 1 | 2, name = '灯塔') =>
    makeTermSuggestion(index, { kind: 'tag', name, nameCn: '', modId, count: 10 * index })
  server.use(
    http.get(`${API}/search/suggest`, () =>
      HttpResponse.json({
        code: 200,
        msg: '',
        data: { works: [], terms: [tag(3, 1), tag(2, 2), tag(1, 1, '灯塔之夜')] },
      }),
    ),
  )
  const { user } = renderApp('/index')
  await user.type(await field(), '灯塔')
  const names = within(await group('类别')).getAllByRole('option')
  expect(names.map((option) => option.textContent)).toEqual(['灯塔有码 30 部', '灯塔无码 20 部', '灯塔之夜10 部'])
})

it.each([
  ['lxy', 'whole', undefined, '林晓月'],
  ['林曉月', 'whole', undefined, '林晓月'],
  ['lunalin', 'whole', 'Luna Lin', 'Luna Lin'],
] as const)('marks the name that %s stands for', async (typed, match, alias, marked) => {
  const named = makeTermSuggestion(1, { name: '林晓月', nameCn: '', match, alias })
  const data = { works: [], terms: [named] }
  server.use(http.get(`${API}/search/suggest`, () => HttpResponse.json({ code: 200, msg: '', data })))
  const { user } = renderApp('/index')
  await user.click(await field())
  await user.paste(typed)
  expect(within(await group('演员')).getByText(marked, { selector: 'mark' })).toBeVisible()
})

it('says why a work is suggested: the name or day it was found by, and what pinyin stands for', async () => {
  const term = { kind: 'performer' as const, id: '8', name: 'Luna Lin', parts: [{ from: 0, to: 4 }] }
  const works = [
    makeWorkSuggestion(1, { match: { number: false, date: false, title: [], term } }),
    makeWorkSuggestion(2, { match: { number: false, date: true, title: [] } }),
    makeWorkSuggestion(3, { title: '灯塔下', match: { number: false, date: false, title: [{ from: 0, to: 2 }] } }),
  ]
  const data = { works, terms: [] }
  server.use(http.get(`${API}/search/suggest`, () => HttpResponse.json({ code: 200, msg: '', data })))
  const { user } = renderApp('/index')
  await user.type(await field(), 'luna')
  const [byName, byDay, byPinyin] = within(await group('影片')).getAllByRole('option') as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  expect(byName).toHaveTextContent('演员 Luna Lin')
  expect(within(byName).getByText('Luna', { selector: 'mark' })).toBeVisible()
  expect(within(byDay).getByText('2026-01-02', { selector: 'mark' })).toBeVisible()
  expect(within(byPinyin).getByText('灯塔', { selector: 'mark' })).toBeVisible()
})

it('says of pinyin no more than is true', async () => {
  server.use(http.get(`${API}/search/hot`, () => HttpResponse.json({ code: 200, msg: '', data: [] })))
  const { user } = renderApp('/index')
  await user.click(await field())
  expect(await screen.findByText(/^可以搜番号.*拼音.*从第一个字起.*类别不支持$/)).toBeVisible()
})

it('closes on Escape, keeps the text, and opens again with the arrow', async () => {
  const { user } = renderApp('/index')
  await user.type(await field(), 'ab')
  await group('影片')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(await field()).toHaveValue('ab')
  expect(await field()).toHaveAttribute('aria-expanded', 'false')
  await user.keyboard('{ArrowDown}')
  expect(await group('影片')).toBeVisible()
})

it('asks nothing until a composition is finished', async () => {
  const { user } = renderApp('/index')
  const input = await field()
  await user.click(input)
  fireEvent.compositionStart(input)
  fireEvent.input(input, { target: { value: 'しゃn' }, data: 'しゃn', isComposing: true })
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
  await new Promise((done) => setTimeout(done, 250))
  expect(asked()).toEqual([])
  fireEvent.input(input, { target: { value: '山' }, data: '山', isComposing: true })
  fireEvent.compositionEnd(input)
  await waitFor(() => expect(asked()).toEqual(['山']))
})

it('asks for letters and digits while they are composed, as Gboard composes every word', async () => {
  const { user } = renderApp('/index')
  const input = await field()
  await user.click(input)
  fireEvent.compositionStart(input)
  fireEvent.input(input, { target: { value: 'mzu01' }, data: 'mzu01', isComposing: true })
  await waitFor(() => expect(asked()).toEqual(['mzu01']))
})

it('shows recent searches and hot words in an empty field, and removes them', async () => {
  keepWords('渡口', '茶馆')
  const { user, router } = renderApp('/index')
  await user.click(await field())
  const recent = within(await group('最近搜索'))
  expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['渡口', '茶馆'])
  await user.click(screen.getByRole('button', { name: '移除 渡口' }))
  expect(keptWords()).toEqual(['茶馆'])
  await user.click(within(await group('热门搜索')).getByRole('option', { name: '雪山' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/search/%E9%9B%AA%E5%B1%B1'))
  expect(keptWords()).toEqual(['雪山', '茶馆'])
  await user.clear(await field())
  await user.click(await screen.findByRole('button', { name: '清空最近搜索' }))
  expect(localStorage.getItem(WORDS)).toBeNull()
})

it('leaves the names of hidden terms out of the hot words', async () => {
  const words = ['灯塔', 'lin xiaoyue', '雪山', '林晓月的']
  server.use(http.get(`${API}/search/hot`, () => HttpResponse.json({ code: 200, msg: '', data: words })))
  const hidden = [
    { id: '1', name: 'Lin Xiaoyue', nameCn: '林晓月' },
    { id: '2', name: 'Snow', nameCn: '雪山' },
  ]
  localStorage.setItem('yingku.hiddenTerms', JSON.stringify({ terms: hidden, login: null }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'yingku.hiddenTerms' }))
  const { user } = renderApp('/index')
  await user.click(await field())
  const hot = within(await group('热门搜索'))
  expect(hot.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['灯塔', '林晓月的'])
})

it.each([{ discreet: true }, { recordSearches: false }])('keeps and shows no searches with %o', async (preference) => {
  keepWords('渡口')
  setPreferences(preference)
  const { user } = renderApp('/index')
  await user.click(await field())
  expect(await group('热门搜索')).toBeVisible()
  expect(screen.queryByRole('group', { name: '最近搜索' })).toBeNull()
  await user.keyboard('茶馆{Enter}')
  expect(await screen.findByRole('heading', { name: '茶馆' })).toBeVisible()
  expect(keptWords()).toEqual(['渡口'])
})

it('forgets the searches when they shall not be kept any more', async () => {
  keepWords('渡口')
  const { user } = renderApp('/index')
  await user.click(await screen.findByRole('button', { name: '打开菜单' }))
  await user.click(screen.getByRole('switch', { name: /记录搜索历史/ }))
  expect(localStorage.getItem(WORDS)).toBeNull()
})

it('offers what was probably meant', async () => {
  const data = { works: [], terms: [], corrected: 'inception' }
  server.use(http.get(`${API}/search/suggest`, () => HttpResponse.json({ code: 200, msg: '', data })))
  const { user, router } = renderApp('/index')
  await user.type(await field(), 'inceptoin')
  await user.click(within(await group('你是不是要找')).getByRole('option', { name: 'inception' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/search/inception'))
})
