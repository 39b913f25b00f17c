import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { startSession } from '@/shared/api/session.ts'
import { SAVED_FILTERS_MAX } from '@/shared/config/constants.ts'
import { currentToast } from '@/shared/feedback/toasts.ts'
import { API, server } from '@/testing/server.ts'
import { choicesIn } from './choices.ts'
import {
  deleteFilter,
  isFilterName,
  joinFilters,
  renameFilter,
  replaceFilter,
  type SavedFilter,
  saveFilter,
} from './saved-filter-store.ts'

const filter = (name: string, query: string): SavedFilter => ({ name, query })
const [TONIGHT, SHORT] = [filter('今晚看', 'online=1'), filter('短的', 'length=-60')]

it.each([
  ['', false],
  [' \u3000', false],
  ['\u200b', false],
  ['a\nb', false],
  ['长'.repeat(21), false],
  ['😀'.repeat(20), true],
  [' 今晚看 ', true],
])('%j as a name: %s', (name, may) => {
  expect(isFilterName(name)).toBe(may)
})

it('puts what the device alone has behind what the account has', () => {
  expect(joinFilters([TONIGHT, SHORT], [filter('在线', 'online=1')])).toEqual([filter('在线', 'online=1'), SHORT])
  const account = [SHORT, TONIGHT]
  expect(joinFilters([TONIGHT], account)).toBe(account)
})

it('numbers a different filter of the same name, within the length of a name', () => {
  const account = [filter('今晚看', 'from=2020'), filter('今晚看 2', 'from=2021')]
  expect(joinFilters([TONIGHT], account).at(-1)).toEqual(filter('今晚看 3', 'online=1'))
  const long = '😀'.repeat(20)
  expect(joinFilters([filter(long, 'online=1')], [filter(long, 'from=2020')]).at(-1)?.name).toBe(`${'😀'.repeat(18)} 2`)
})

it('leaves out what does not fit into the account', () => {
  const account = Array.from({ length: 19 }, (_, index) => filter(`第${index}个`, `from=${2000 + index}`))
  expect(joinFilters([TONIGHT, SHORT], account)).toEqual([...account, TONIGHT])
})

const choices = choicesIn(new URLSearchParams('length=-60'))

function names(): string[] {
  const stored = JSON.parse(localStorage.getItem('yingku.filters') ?? '{"filters":[]}')
  return stored.filters.map(({ name }: { name: string }) => name)
}

it('a rename that is done already takes nothing away', async () => {
  await saveFilter('a', choices)
  renameFilter('a', 'b')
  renameFilter('a', 'b')
  expect(names()).toEqual(['b'])
  deleteFilter('b')
  expect(names()).toEqual([])
})

it('of another device, which this one has not seen, no filter is lost to one of its name', async () => {
  let account = [TONIGHT]
  server.use(
    http.get(`${API}/user/filters`, () => HttpResponse.json({ code: 200, msg: '', data: account })),
    http.put(`${API}/user/filters`, async ({ request }) => {
      account = ((await request.json()) as { filters: SavedFilter[] }).filters
      return HttpResponse.json({ code: 200, msg: '', data: account })
    }),
  )
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  await saveFilter('今晚看', choices)
  expect(account).toEqual([filter('今晚看 2', 'length=-60'), TONIGHT])
  // One that is saved already, though its answer was lost.
  await saveFilter('今晚看 2', choices)
  expect(account).toHaveLength(2)
  await replaceFilter('今晚看', choicesIn(new URLSearchParams('score=4')))
  expect(account).toEqual([filter('今晚看', 'score=4'), filter('今晚看 2', 'length=-60')])
  account = [...account, SHORT]
  renameFilter('今晚看', '短的')
  await vi.waitFor(() => expect(account[0]).toEqual(filter('短的 2', 'score=4')))
  expect(account.at(-1)).toEqual(SHORT)
})

it('a full list is left as it is, and says so', async () => {
  const full = Array.from({ length: SAVED_FILTERS_MAX }, (_, index) => `filter ${index}`)
  for (const name of full) await saveFilter(name, choices)
  await saveFilter('one more', choices)
  expect(names()).toEqual(full.toReversed())
  expect(currentToast.get()?.text).toBe(`筛选最多保存${SAVED_FILTERS_MAX}个`)
})
