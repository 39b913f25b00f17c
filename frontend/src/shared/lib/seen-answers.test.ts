import { afterEach, expect, it, vi } from 'vitest'
import { forgetSeen, keepSeen } from './seen-answers.ts'

afterEach(() => vi.unstubAllGlobals())

it('keeps the last sixty lists and works, also where no service worker drops the oldest', async () => {
  const kept = new Map<string, Response>()
  const seen = {
    put: async (call: string, answer: Response) => void kept.set(call, answer),
    keys: async () => [...kept.keys()],
    delete: async (call: string) => kept.delete(call),
  }
  vi.stubGlobal('caches', { open: async () => seen })
  for (const never of ['/v2/search/suggest?keyword=a', '/v2/works/similar/1']) await keepSeen(never, '{}')
  expect(kept.size).toBe(0)
  for (let page = 1; page <= 70; page += 1) await keepSeen(`/v2/works/detail/list?pageNum=${page}`, '{}')
  expect(kept.size).toBe(60)
  expect([...kept.keys()].at(0)).toBe('/prod-api/v2/works/detail/list?pageNum=11')
})

it('keeps nothing that waited to be kept while all was forgotten', async () => {
  const kept = new Map<string, Response>()
  const seen = { put: async (call: string, answer: Response) => void kept.set(call, answer), keys: async () => [] }
  vi.stubGlobal('caches', { open: async () => seen, delete: async () => kept.clear() })
  let idle = () => {}
  vi.stubGlobal('requestIdleCallback', (done: () => void) => {
    idle = done
  })
  const waits = keepSeen('/v2/works/detail/list?pageNum=1', '{}')
  await forgetSeen()
  idle()
  await waits
  expect(kept.size).toBe(0)
})
