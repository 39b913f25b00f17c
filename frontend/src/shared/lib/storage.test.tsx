import { afterEach, describe, expect, it, vi } from 'vitest'
import { idbDelete, idbGet, idbSet } from './idb.ts'
import { readJson, readText, removeItem, writeText } from './storage.ts'

const forbidden = () => {
  throw new DOMException('site data is blocked', 'SecurityError')
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe.each(['local', 'session'] as const)('the %s store', (kind) => {
  it('that is forbidden holds what is written until the page goes', () => {
    vi.spyOn(window, `${kind}Storage`, 'get').mockImplementation(forbidden)
    expect(readText(kind, 'blocked')).toBeNull()
    expect(readJson(kind, 'blocked')).toBeNull()
    writeText(kind, 'blocked', '{"a":1}')
    expect(readText(kind, 'blocked')).toBe('{"a":1}')
    expect(readJson(kind, 'blocked')).toEqual({ a: 1 })
    removeItem(kind, 'blocked')
    expect(readText(kind, 'blocked')).toBeNull()
  })

  it('that is full shows what was written last, not what it has', () => {
    writeText(kind, 'full', 'old')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    writeText(kind, 'full', 'new')
    expect(readText(kind, 'full')).toBe('new')
    full.mockRestore()
    writeText(kind, 'full', 'newer')
    expect(readText(kind, 'full')).toBe('newer')
    removeItem(kind, 'full')
  })
})

describe('the database', () => {
  it.each([
    ['is forbidden', forbidden],
    ['never answers', () => ({})],
  ])('that %s is done without until the page goes', async (_, open) => {
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open })
    async function soon<T>(pending: Promise<T>) {
      await vi.runAllTimersAsync()
      return pending
    }
    expect(await soon(idbGet('key'))).toBeUndefined()
    await soon(idbSet('key', 'value'))
    expect(await soon(idbGet('key'))).toBe('value')
    await soon(idbDelete('key'))
    expect(await soon(idbGet('key'))).toBeUndefined()
  })
})
