import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearTokens, currentLogin, startSession } from '../api/session.ts'
import { currentToast } from '../feedback/toasts.ts'
import { accountList } from './account-list.ts'

const KEY = 'yingku.test'
/** The list of the account, and what is asked of it. */
let account: readonly string[] = []
const load = vi.fn(async () => account)
const save = vi.fn(async (entries: readonly string[]) => {
  account = entries
  return entries
})

const list = accountList<string>({
  key: KEY,
  name: 'words',
  most: 4,
  full: '满了',
  isSame: (one, other) => one === other,
  parse: (words) => words.filter((word) => typeof word === 'string'),
  load: () => load(),
  save: (entries) => save(entries),
  join: (own, known) => (own.every((word) => known.includes(word)) ? known : [...own, ...known]),
})

/** What the site shows of it. */
const shown = () => renderHook(() => list.use()).result.current

const add = (word: string) => (words: readonly string[]) => [...words, word]

/** An answer that does not come before it is let go. */
function held<T>(answer: T): [wait: () => Promise<T>, letGo: () => void] {
  let letGo: () => void = () => {}
  const waiting = new Promise<T>((done) => {
    letGo = () => done(answer)
  })
  return [() => waiting, () => letGo()]
}

function logIn(): string {
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  return currentLogin() as string
}

function keep(words: readonly string[], login: string | null) {
  localStorage.setItem(KEY, JSON.stringify({ words, login }))
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
}

/** Device and account have these words. */
function expectBoth(words: readonly string[]) {
  expect([shown(), account]).toEqual([words, words])
}

beforeEach(() => {
  account = []
  keep([], null)
})
afterEach(() => {
  clearTokens()
  save.mockClear()
  load.mockClear()
})

it('keeps the list of a guest on the device', async () => {
  await list.change(add('a'))
  await list.sync(currentLogin())
  expect(localStorage.getItem(KEY)).toBe('{"words":["a"],"login":null}')
  expect(save).not.toHaveBeenCalled()
  await list.change(() => [])
  expect(localStorage.getItem(KEY)).toBeNull()
})

it('adds what the device alone has to the account, once', async () => {
  localStorage.setItem(KEY, '["a"]')
  account = ['b']
  const login = logIn()
  await list.sync(login)
  expect(account).toEqual(['a', 'b'])
  await list.sync(login)
  expect([shown(), save.mock.calls.length]).toEqual([['a', 'b'], 1])
})

it('replaces the list of another login', async () => {
  keep(['a'], 'another')
  account = ['b']
  await list.sync(logIn())
  expectBoth(['b'])
})

it('leaves the device alone when somebody else has logged in meanwhile, or nothing comes', async () => {
  keep(['a'], null)
  account = ['b']
  logIn()
  await list.sync('before')
  expect([shown(), account]).toEqual([['a'], ['b']])
  save.mockRejectedValueOnce(new Error('away'))
  await list.sync(currentLogin())
  expect([shown(), account]).toEqual([['a'], ['b']])
})

it('undoes what the account did not take', async () => {
  keep(['a'], logIn())
  account = ['a']
  save.mockRejectedValueOnce(new Error('away'))
  const changing = list.change(add('b'))
  expect(shown()).toEqual(['a', 'b'])
  await changing
  expect(shown()).toEqual(['a'])
})

it('sends changes one after the other, and undoes those after the last that was taken', async () => {
  keep(['a'], logIn())
  account = ['a']
  let take: () => void = () => {}
  save.mockImplementationOnce(async (entries) => {
    await new Promise<void>((done) => {
      take = done
    })
    account = entries
    return entries
  })
  const first = list.change(add('b'))
  save.mockRejectedValueOnce(new Error('away'))
  const second = list.change(add('c'))
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(shown()).toEqual(['a', 'b', 'c'])
  take()
  await Promise.all([first, second])
  expectBoth(['a', 'b'])
})

it('keeps a later change when an earlier one fails', async () => {
  keep(['a'], logIn())
  account = ['a']
  save.mockRejectedValueOnce(new Error('away'))
  await Promise.all([list.change(add('b')), list.change(add('c'))])
  expectBoth(['a', 'c'])
})

it('keeps a change that is made while the list of the account is on its way', async () => {
  account = ['a']
  const login = logIn()
  const [waits, letGo] = held(account)
  load.mockImplementationOnce(waits)
  const syncing = list.sync(login)
  const changing = list.change(add('b'))
  expect(shown()).toEqual(['b'])
  letGo()
  await Promise.all([syncing, changing])
  expectBoth(['a', 'b'])
})

it('changes what another device has made of the list, and not what this one remembers', async () => {
  keep(['a', 'b'], logIn())
  account = ['b', 'c']
  await list.change((words) => words.filter((word) => word !== 'b'))
  expectBoth(['c'])
})

it('joins the list of a device whose account could not be reached before it changes anything', async () => {
  keep(['a'], null)
  account = ['b']
  const login = logIn()
  load.mockRejectedValueOnce(new Error('away'))
  await list.sync(login)
  expect(shown()).toEqual(['a'])
  await list.change(add('c'))
  expectBoth(['a', 'b', 'c'])
})

it('sends nothing of one login to the account of another', async () => {
  keep(['a'], logIn())
  account = ['a']
  const [waits, letGo] = held(account)
  load.mockImplementationOnce(waits)
  const changing = list.change(add('b'))
  clearTokens()
  letGo()
  await changing
  expect([account, save.mock.calls.length]).toEqual([['a'], 0])
})

it('writes nothing for a login that is over', async () => {
  keep(['a'], logIn())
  account = ['a']
  const [waits, letGo] = held(account)
  load.mockImplementationOnce(waits)
  const changing = list.change(add('b'))
  clearTokens()
  await list.change(add('of a guest'))
  const stored = localStorage.getItem(KEY)
  letGo()
  await changing
  expect(localStorage.getItem(KEY)).toBe(stored)
})

it('leaves alone what another window has stored when the account does not answer', async () => {
  const login = logIn()
  keep(['a', 'b'], login)
  load.mockRejectedValueOnce(new Error('away'))
  const syncing = list.sync(login)
  keep(['a'], login)
  await syncing
  expect(shown()).toEqual(['a'])
})

it('puts what is added first and once, and says when the account is full', async () => {
  keep(['a', 'b'], logIn())
  account = ['a', 'b']
  await list.add('b')
  expectBoth(['b', 'a'])
  account = ['c', 'd', 'e', 'a']
  await list.add('b')
  expectBoth(['c', 'd', 'e', 'a'])
  expect(currentToast.get()?.text).toBe('满了')
  await list.add('a')
  expectBoth(['a', 'c', 'd', 'e'])
})

it('does not believe a stored list that is longer than one can be', () => {
  keep(['a', 'b', 'c', 'd', 'e'], null)
  expect(shown()).toEqual(['a', 'b', 'c', 'd'])
})
