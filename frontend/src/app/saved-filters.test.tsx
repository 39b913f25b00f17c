import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startSession } from '@/shared/api/session.ts'
import { makeFacets, makeTermDetail, makeUserInfo } from '@/testing/factories.ts'
import { facetQueries, openSheet } from '@/testing/filters.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, listQueries, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

beforeEach(() => {
  server.use(
    http.get(`${API}/works/detail/facets`, () =>
      HttpResponse.json({ code: 200, msg: '', data: makeFacets({ total: 40 }) }),
    ),
  )
})

function keepFilters(filters: readonly { name: string; query: string }[]) {
  localStorage.setItem('yingku.filters', JSON.stringify(filters))
  window.dispatchEvent(new StorageEvent('storage', { key: 'yingku.filters' }))
}

it('has the place to save filters before there are any, so that nothing moves with the first choice', async () => {
  const { user } = renderApp('/censored')
  const sheet = await openSheet(user)
  expect(sheet.getByRole('button', { name: '保存当前筛选' })).toBeDisabled()
  await user.click(await sheet.findByRole('checkbox', { name: /^在线/ }))
  expect(sheet.getByRole('button', { name: '保存当前筛选' })).toBeEnabled()
})

it('saves filters under a name, applies, renames and deletes them', async () => {
  const { user, router } = renderApp('/censored?online=1')
  const sheet = await openSheet(user)
  await user.click(sheet.getByRole('button', { name: '保存当前筛选' }))
  await user.type(sheet.getByRole('textbox', { name: '筛选名称' }), '今晚看{Enter}')
  expect(await sheet.findByRole('button', { name: '今晚看' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(sheet.getByRole('button', { name: '重命名 今晚看' }))
  const name = sheet.getByRole('textbox', { name: '筛选名称' })
  await user.clear(name)
  await user.type(name, '在线的{Enter}')
  expect(JSON.parse(localStorage.getItem('yingku.filters') ?? '')).toEqual({
    filters: [{ name: '在线的', query: 'online=1' }],
    login: null,
  })
  await user.click(sheet.getByRole('button', { name: '清除' }))
  await user.click(sheet.getByRole('button', { name: '查看 40 部' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  const again = await openSheet(user)
  await user.click(again.getByRole('button', { name: '在线的' }))
  expect(again.getByRole('checkbox', { name: '在线 3 部' })).toBeChecked()
  await user.click(again.getByRole('button', { name: '删除 在线的' }))
  const question = within(screen.getByRole('dialog', { name: '删除筛选?' }))
  await user.click(question.getByRole('button', { name: '取消' }))
  expect(again.getByRole('button', { name: '在线的' })).toBeVisible()
  await user.click(again.getByRole('button', { name: '删除 在线的' }))
  await user.click(screen.getByRole('button', { name: '删除' }))
  expect(localStorage.getItem('yingku.filters')).toBeNull()
})

const NIGHT = { name: '今晚看', query: 'length=-60' }
function keptFilters() {
  const kept = JSON.parse(localStorage.getItem('yingku.filters') ?? '[]')
  return kept.filters ?? kept
}

it('asks before a filter takes the place of another one of its name', async () => {
  keepFilters([NIGHT])
  const { user } = renderApp('/censored?online=1')
  const sheet = await openSheet(user)
  await user.click(sheet.getByRole('button', { name: '保存当前筛选' }))
  const name = sheet.getByRole('textbox', { name: '筛选名称' })
  await user.type(name, ' 今晚看 {Enter}{Enter}')
  expect(sheet.getByRole('alert')).toHaveTextContent('已有同名筛选“今晚看”')
  expect(name).toHaveAccessibleDescription('已有同名筛选“今晚看”')
  expect(keptFilters()).toEqual([NIGHT])
  await user.type(name, '2')
  expect(sheet.queryByText(/已有同名筛选/)).toBeNull()
  await user.type(name, '{Backspace}{Backspace}{Enter}')
  await user.click(sheet.getByRole('button', { name: '取消' }))
  expect(keptFilters()).toEqual([NIGHT])
  await user.click(sheet.getByRole('button', { name: '保存当前筛选' }))
  await user.type(sheet.getByRole('textbox', { name: '筛选名称' }), '今晚看{Enter}')
  await user.click(sheet.getByRole('button', { name: '替换' }))
  expect(keptFilters()).toEqual([{ name: '今晚看', query: 'online=1' }])
  expect(sheet.queryByRole('textbox', { name: '筛选名称' })).toBeNull()
})

it('gives the focus to a filter each time it is replaced, or keeps its name', async () => {
  keepFilters([NIGHT])
  const { user } = renderApp('/censored?online=1&length=-60')
  const sheet = await openSheet(user)
  const filter = () => sheet.getByRole('button', { name: '今晚看' })
  const replace = async () => {
    await user.click(sheet.getByRole('button', { name: '保存当前筛选' }))
    await user.type(sheet.getByRole('textbox', { name: '筛选名称' }), '今晚看{Enter}')
    await user.click(sheet.getByRole('button', { name: '替换' }))
  }
  await replace()
  expect(filter()).toHaveFocus()
  await user.click(sheet.getByRole('button', { name: '重命名 今晚看' }))
  await user.keyboard('{Enter}')
  expect(filter()).toHaveFocus()
  await user.click(await sheet.findByRole('checkbox', { name: /^在线/ }))
  await replace()
  expect(filter()).toHaveFocus()
})

it('renames no filter to the name of another one', async () => {
  const filters = [NIGHT, { name: '在线的', query: 'online=1' }]
  keepFilters(filters)
  const { user } = renderApp('/censored')
  const sheet = await openSheet(user)
  await user.click(sheet.getByRole('button', { name: '重命名 在线的' }))
  const name = sheet.getByRole('textbox', { name: '筛选名称' })
  await user.clear(name)
  await user.type(name, '今晚看{Enter}')
  expect(sheet.getByRole('alert')).toHaveTextContent('已有同名筛选“今晚看”')
  expect(sheet.queryByRole('button', { name: '替换' })).toBeNull()
  expect(keptFilters()).toEqual(filters)
  await user.clear(name)
  await user.type(name, '在线的{Enter}')
  expect(sheet.queryByRole('textbox', { name: '筛选名称' })).toBeNull()
  expect(keptFilters()).toEqual(filters)
})

/** Filters that were saved on another page, of which the catalogue offers only 在线 and 评分. */
const FROM_ELSEWHERE = [
  { name: '欧美的', query: 'channel=western&dht=1' },
  { name: '在线的', query: 'sort=kept&online=1&channel=western' },
  { name: '最新的', query: 'sort=new' },
  { name: '评分高', query: 'sort=score' },
]

it('applies of a saved filter what the page offers, and leaves out those without effect', async () => {
  keepFilters(FROM_ELSEWHERE)
  const { user, router } = renderApp('/uncensored')
  const sheet = await openSheet(user)
  const saved = within(sheet.getByRole('region', { name: '我的筛选' }))
  expect(within(saved.getByRole('list')).getAllByRole('listitem')).toHaveLength(2)
  expect(saved.queryByRole('button', { name: '欧美的' })).toBeNull()
  expect(saved.queryByRole('button', { name: '最新的' })).toBeNull()
  await user.click(saved.getByRole('button', { name: '在线的' }))
  expect(saved.getByRole('button', { name: '在线的' })).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() => expect(facetQueries().at(-1)?.searchParams.get('isOnline')).toBe('1'))
  expect(facetQueries().some(({ searchParams }) => searchParams.has('modId'))).toBe(false)
  await user.click(sheet.getByRole('button', { name: '查看 40 部' }))
  await waitFor(() => expect(router.state.location.search).toBe('?online=1'))
})

it('shows beside the list which saved filter is applied', async () => {
  keepFilters(FROM_ELSEWHERE)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  const { user, router } = renderApp('/uncensored')
  await user.click(await screen.findByRole('button', { name: '在线的' }))
  expect(await screen.findByRole('button', { name: '在线的', pressed: true })).toBeVisible()
  expect(router.state.location.search).toBe('?online=1')
})

it('keeps saved filters in the account of a member, and takes back what it refuses', async () => {
  keepFilters([{ name: '短的', query: 'length=-60' }])
  let account = [{ name: '今晚看', query: 'score=4' }]
  server.use(
    http.get(`${API}/user/filters`, () => HttpResponse.json({ code: 200, msg: '', data: account })),
    http.put(`${API}/user/filters`, async ({ request }) => {
      const { filters } = (await request.json()) as { filters: typeof account }
      if (filters.length > 2) return failure(422, 402, '保存的筛选已达上限', { error: 'too_many_filters' })
      account = filters
      return HttpResponse.json({ code: 200, msg: '', data: account })
    }),
  )
  server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo())))
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  const { user } = renderApp('/censored?online=1')
  const sheet = await openSheet(user)
  expect(await sheet.findByRole('button', { name: '今晚看' })).toBeVisible()
  expect(account.map(({ name }) => name)).toEqual(['今晚看', '短的'])
  await user.click(sheet.getByRole('button', { name: '保存当前筛选' }))
  await user.type(sheet.getByRole('textbox', { name: '筛选名称' }), '在线的{Enter}')
  await expectToast('保存的筛选已达上限')
  await waitFor(() => expect(sheet.queryByRole('button', { name: '在线的' })).toBeNull())
  await user.click(sheet.getByRole('button', { name: '删除 短的' }))
  await user.click(screen.getByRole('button', { name: '删除' }))
  await waitFor(() => expect(account.map(({ name }) => name)).toEqual(['今晚看']))
})

it('says when a filter is too long to be saved', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `9100000000000000${index + 10}`)
  const { user } = renderApp(`/censored?tag=${ids.join(',')}`)
  const sheet = await openSheet(user)
  await user.click(sheet.getByRole('button', { name: '保存当前筛选' }))
  await expectToast('筛选条件太多，不能保存')
  expect(sheet.queryByRole('textbox', { name: '筛选名称' })).toBeNull()
})

describe('a filter that was saved with terms of another channel', () => {
  const forest = makeTermDetail(7, { name: '森林', nameCn: '', kind: 'tag' })
  const city = makeTermDetail(8, { name: '城市', nameCn: '', kind: 'tag' })
  const elsewhere = forest.channels[1]?.id ?? ''
  const gone = makeTermDetail(9).id

  beforeEach(() => {
    const known = [forest, { ...city, channels: city.channels.slice(0, 1) }]
    server.use(
      http.get(`${API}/tag/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
      http.get(`${API}/tag/detail/:id`, ({ params }) => {
        const data = known.find(({ id }) => id === params.id)
        return data ? HttpResponse.json({ code: 200, msg: '', data }) : failure(404, 404, '', { error: 'not_found' })
      }),
    )
  })

  /** Applies a filter with these terms in another channel. */
  async function applied(query: string) {
    keepFilters([{ name: '今晚看', query }])
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
    const { user } = renderApp('/uncensored')
    await user.click(await screen.findByRole('button', { name: '今晚看' }))
  }

  it('takes those of the same name', async () => {
    await applied(`tag=${forest.id}&score=4`)
    await screen.findByRole('button', { name: '今晚看', pressed: true })
    await waitFor(() => expect(listQueries().at(-1)?.get('withTerms')).toBe(elsewhere))
    expect(listQueries().at(-1)?.get('minScore')).toBe('40')
  })

  it('leaves out what the channel does not have, and says so of what was wanted', async () => {
    await applied(`tag=${forest.id},${city.id},-${gone}`)
    await expectToast('无码没有“城市”，已略去')
    await waitFor(() => expect(listQueries().at(-1)?.get('withTerms')).toBe(elsewhere))
  })

  it('is not applied where nothing of it is left', async () => {
    await applied(`tag=${city.id},${gone}`)
    await expectToast('无码没有“城市”，有的条件已经没有影片，筛选没有应用')
    expect(listQueries().every((query) => !query.has('withTerms'))).toBe(true)
  })
})
