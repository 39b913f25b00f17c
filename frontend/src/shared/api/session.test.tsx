import { expect, it, vi } from 'vitest'
import { accessToken, clearTokens, hasStoredUser, onLoginChange, renewTokens, startSession } from './session.ts'

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
