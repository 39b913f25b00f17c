import { afterEach, describe, expect, it, vi } from 'vitest'
import { readCookie, writeCookie } from './cookies.ts'
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

describe('cookies', () => {
  it('are read by their whole name', () => {
    writeCookie('seen', '1', 'path=/')
    writeCookie('seenTwice', '2', 'path=/')
    expect([readCookie('seen'), readCookie('seenTwice'), readCookie('Twice')]).toEqual(['1', '2', null])
    writeCookie('seen', '', 'path=/; Max-Age=0')
    expect(readCookie('seen')).toBeNull()
    writeCookie('seenTwice', '', 'path=/; Max-Age=0')
  })

  it('that are forbidden are done without', () => {
    vi.spyOn(document, 'cookie', 'get').mockImplementation(forbidden)
    vi.spyOn(document, 'cookie', 'set').mockImplementation(forbidden)
    writeCookie('blocked', '1', 'path=/')
    expect(readCookie('blocked')).toBeNull()
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

  const failing = (times: number, stored: Map<string, unknown>) => {
    let left = times
    const answer = (of: object, result: unknown) => {
      queueMicrotask(() => (of as { onsuccess: () => void }).onsuccess())
      return Object.assign(of, { result })
    }
    const store = {
      get: (name: string) => answer({}, stored.get(name)),
      put: (value: unknown, name: string) => answer({}, stored.set(name, value)),
    }
    const database = { transaction: () => ({ objectStore: () => store }), close: () => undefined }
    const open = vi.fn(() => {
      if (left === 0) return answer({}, database)
      left -= 1
      const request = { error: new DOMException('Internal error opening backing store', 'UnknownError') }
      queueMicrotask(() => (request as unknown as { onerror: () => void }).onerror())
      return request
    })
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open })
    return open
  }

  it('that fails once is asked again', async () => {
    failing(1, new Map([['once', 'kept']]))
    const asked = idbGet('once')
    await vi.runAllTimersAsync()
    expect(await asked).toBe('kept')
  })

  it('that goes on failing keeps what it has', async () => {
    const stored = new Map<string, unknown>([['twice', 'kept']])
    failing(3, stored)
    const asked = idbGet('twice')
    await vi.runAllTimersAsync()
    expect(await asked).toBeUndefined()
    // It works again by now, but who could not read does not know what would be lost.
    await idbSet('twice', 'made anew')
    expect(stored.get('twice')).toBe('kept')
    expect(await idbGet('twice')).toBe('made anew')
  })
})
