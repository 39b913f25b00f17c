import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearTokens, currentLogin, startSession } from '../api/session.ts'
import { accountList } from './account-list.ts'

const KEY = 'yingku.test'
/** The list of the account, and what is asked of it. */
let account: readonly string[] = []
const save = vi.fn(async (entries: readonly string[]) => {
  account = entries
  return entries
})

const list = accountList<string>({
  key: KEY,
  name: 'words',
  parse: (words) => words.filter((word) => typeof word === 'string'),
  load: async () => account,
  save: (entries) => save(entries),
  join: (own, known) => (own.every((word) => known.includes(word)) ? known : [...own, ...known]),
})

function logIn(): string {
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  return currentLogin() as string
}

function keep(words: readonly string[], login: string | null) {
  localStorage.setItem(KEY, JSON.stringify({ words, login }))
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
}

beforeEach(() => {
  account = []
  keep([], null)
})
afterEach(() => {
  clearTokens()
  save.mockClear()
})

it('keeps the list of a guest on the device', async () => {
  await list.change(['a'])
  await list.sync(currentLogin())
  expect(localStorage.getItem(KEY)).toBe('{"words":["a"],"login":null}')
  expect(save).not.toHaveBeenCalled()
  await list.change([])
  expect(localStorage.getItem(KEY)).toBeNull()
})

it('adds what the device alone has to the account, once', async () => {
  localStorage.setItem(KEY, '["a"]')
  account = ['b']
  const login = logIn()
  await list.sync(login)
  expect(account).toEqual(['a', 'b'])
  await list.sync(login)
  expect([list.read(), save.mock.calls.length]).toEqual([['a', 'b'], 1])
})

it('replaces the list of another login', async () => {
  keep(['a'], 'another')
  account = ['b']
  await list.sync(logIn())
  expect([list.read(), account]).toEqual([['b'], ['b']])
})

it('leaves the device alone when somebody else has logged in meanwhile, or nothing comes', async () => {
  keep(['a'], null)
  account = ['b']
  logIn()
  await list.sync('before')
  expect([list.read(), account]).toEqual([['a'], ['b']])
  save.mockRejectedValueOnce(new Error('away'))
  await list.sync(currentLogin())
  expect([list.read(), account]).toEqual([['a'], ['b']])
})

it('undoes what the account did not take', async () => {
  keep(['a'], logIn())
  save.mockRejectedValueOnce(new Error('away'))
  const changing = list.change(['a', 'b'])
  expect(list.read()).toEqual(['a', 'b'])
  await changing
  expect(list.read()).toEqual(['a'])
})

it('sends changes one after the other, and undoes those after the last that was taken', async () => {
  keep(['a'], logIn())
  let take: () => void = () => {}
  save.mockImplementationOnce(async (entries) => {
    await new Promise<void>((done) => {
      take = done
    })
    account = entries
    return entries
  })
  const first = list.change(['a', 'b'])
  save.mockRejectedValueOnce(new Error('away'))
  const second = list.change(['a', 'b', 'c'])
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(list.read()).toEqual(['a', 'b', 'c'])
  take()
  await Promise.all([first, second])
  expect([list.read(), account]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

it('keeps a later change when an earlier one fails', async () => {
  keep(['a'], logIn())
  save.mockRejectedValueOnce(new Error('away'))
  await Promise.all([list.change(['b']), list.change(['c'])])
  expect([list.read(), account]).toEqual([['c'], ['c']])
})
