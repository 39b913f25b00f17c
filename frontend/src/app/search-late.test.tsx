import { act, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeTermSuggestion } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, server } from '@/testing/server.ts'

const NAMED = makeTermSuggestion(1, { nameCn: '林晓月' })

/** Suggestions for each keyword, each of which comes when it is let through. */
function holdSuggestions(answers: Record<string, object>): { letThrough: (keyword: string) => void } {
  const waiting = new Map<string, () => void>()
  server.use(
    http.get(`${API}/search/suggest`, async ({ request }) => {
      const keyword = new URL(request.url).searchParams.get('keyword') ?? ''
      await new Promise<void>((done) => waiting.set(keyword, done))
      return HttpResponse.json({ code: 200, msg: '', data: { works: [], terms: [], ...answers[keyword] } })
    }),
  )
  return { letThrough: (keyword) => waiting.get(keyword)?.() }
}

/** Lets little time pass until something is so, and returns how much. */
async function until(isDone: () => boolean): Promise<number> {
  let passed = 0
  for (; !isDone(); passed++) {
    await pass(1)
    await new Promise(setImmediate)
  }
  return passed
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** Opens a search and waits for its list, which is hidden still; returns how long ago the search began. */
async function openSearch(keyword: string): Promise<number> {
  const { router } = renderApp('/index')
  await until(() => cards().length > 0)
  await act(() => router.navigate(`/search/${keyword}`))
  await until(() => Boolean(found(keyword)))
  const passed = await until(() => Boolean(card(keyword)))
  expect(card(keyword)).not.toBeVisible()
  return passed
}

const cards = () => screen.queryAllByRole('article', { hidden: true })
const found = (keyword: string) => screen.queryByRole('heading', { name: keyword, hidden: true })?.closest('section')
const card = (keyword: string) => found(keyword)?.querySelector('article')
const names = () => screen.queryByRole('list', { name: '名称相符' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

it('waits 300 ms for the names, then shows the list, and puts late names where they move nothing', async () => {
  const { letThrough } = holdSuggestions({ 林晓月: { terms: [NAMED] } })
  await pass(290 - (await openSearch('林晓月')))
  expect(card('林晓月')).not.toBeVisible()
  await pass(10)
  expect(card('林晓月')).toBeVisible()
  letThrough('林晓月')
  await until(() => names() !== null)
  expect(found('林晓月')).toContainElement(names())
  const link = within(names() as HTMLElement).getByRole('link', { name: '演员 林晓月' })
  expect(link).toHaveAttribute('href', `/performer/${NAMED.id}`)
})

it('counts the wait for the names of a corrected keyword from the start', async () => {
  const { letThrough } = holdSuggestions({ 林小月: { corrected: '林晓月' }, 林晓月: { terms: [NAMED] } })
  const passed = await openSearch('林小月')
  letThrough('林小月')
  await pass(290 - passed)
  expect(card('林小月')).not.toBeVisible()
  await pass(10)
  expect(card('林小月')).toBeVisible()
})

it('shows names that come in time as cards above the list', async () => {
  const { letThrough } = holdSuggestions({ 林晓月: { terms: [NAMED] } })
  await openSearch('林晓月')
  letThrough('林晓月')
  await until(() => names() !== null)
  await pass(1000)
  expect(card('林晓月')).toBeVisible()
  expect(found('林晓月')).not.toContainElement(names())
  expect(names()).toHaveTextContent('1 部')
})
