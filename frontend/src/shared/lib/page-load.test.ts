import { afterEach, expect, it, vi } from 'vitest'
import { type PageLoad, pageLoad } from './page-load.ts'

afterEach(() => vi.restoreAllMocks())

/** How a page came of which the browser says this. */
function loaded(entry: Partial<PerformanceNavigationTiming>): PageLoad {
  const entries = [entry] as PerformanceNavigationTiming[]
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries)
  return pageLoad()
}

it('knows a body of now from one that the browser had', () => {
  const sent = { transferSize: 11_060, encodedBodySize: 10_760, workerStart: 0 }
  expect(loaded(sent)).toEqual({ fresh: true, unasked: false })
  expect(loaded({ ...sent, transferSize: 300 })).toEqual({ fresh: false, unasked: false })
  expect(loaded({ ...sent, transferSize: 0 })).toEqual({ fresh: false, unasked: true })
  expect(loaded({})).toEqual({ fresh: true, unasked: false })
})

it('does not take a body from a service worker for one of now: it may have been kept', () => {
  const kept = { transferSize: 11_060, encodedBodySize: 10_760, workerStart: 12.5 }
  expect(loaded(kept)).toEqual({ fresh: false, unasked: false })
  expect(loaded({ ...kept, transferSize: 0 })).toEqual({ fresh: false, unasked: false })
})
