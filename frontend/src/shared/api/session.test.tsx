import { describe, expect, it, vi } from 'vitest'
import { holdPage } from '../feedback/held-page.ts'
import {
  accessToken,
  clearTokens,
  currentLogin,
  endSession,
  giveUpSession,
  hasStoredUser,
  onLoginChange,
  renewTokens,
  startSession,
} from './session.ts'

const FIRST = { accessToken: 'a1', refreshToken: 'r1' }
const SECOND = { accessToken: 'a2', refreshToken: 'r2' }

function dispatchStorage(key: string | null) {
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

it('announces logins and logouts, but not a refresh', () => {
  const changed = vi.fn()
  const stop = onLoginChange(changed)
  startSession(FIRST)
  expect(changed).toHaveBeenCalledTimes(1)
  renewTokens(SECOND)
  expect(changed).toHaveBeenCalledTimes(1)
  clearTokens()
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
  startSession(FIRST)
  expect(changed).toHaveBeenCalledTimes(2)
})

it.each(['accessToken', 'refreshToken', 'login'])('takes over tokens of another window (event for %s)', (key) => {
  startSession(FIRST)
  localStorage.setItem('accessToken', 'a2')
  expect(accessToken()).toBe('a1')
  dispatchStorage(key)
  expect(accessToken()).toBe('a2')
})

it('logs out when another window clears all of storage', () => {
  startSession(FIRST)
  const changed = vi.fn()
  const stop = onLoginChange(changed)
  localStorage.clear()
  dispatchStorage(null)
  expect(hasStoredUser()).toBe(false)
  expect(changed).toHaveBeenCalledOnce()
  stop()
})

it('removes every key of the session', () => {
  startSession(FIRST)
  expect(localStorage).toHaveLength(3)
  clearTokens()
  expect(localStorage).toHaveLength(0)
})

describe('the end of a session', () => {
  it('makes a visitor of the member', () => {
    startSession(FIRST)
    endSession()
    expect([currentLogin(), hasStoredUser(), accessToken()]).toEqual([null, false, null])
  })

  it('leaves a held page with its login until it goes on or is given up', () => {
    const letGo = holdPage()
    const changed = vi.fn()
    startSession(FIRST)
    const login = currentLogin()
    const stop = onLoginChange(changed)
    endSession()
    expect([currentLogin(), hasStoredUser(), accessToken()]).toEqual([login, false, null])
    renewTokens(SECOND)
    expect([currentLogin(), accessToken()]).toEqual([login, 'a2'])
    giveUpSession()
    expect(currentLogin()).toBe(login)
    endSession()
    expect(changed).not.toHaveBeenCalled()
    giveUpSession()
    expect([currentLogin(), changed.mock.calls.length]).toEqual([null, 1])
    stop()
    letGo()
  })

  it('in another window holds the page, and a logout there does not', () => {
    const letGo = holdPage()
    startSession(FIRST)
    const login = currentLogin()
    localStorage.removeItem('accessToken')
    dispatchStorage('accessToken')
    expect([currentLogin(), accessToken()]).toEqual([login, null])
    localStorage.setItem('accessToken', 'a2')
    dispatchStorage('accessToken')
    expect([currentLogin(), accessToken()]).toEqual([login, 'a2'])
    localStorage.clear()
    dispatchStorage('accessToken')
    expect(currentLogin()).toBeNull()
    letGo()
  })
})
