import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type PageLoad, pageLoad } from './page-load.ts'

/** What the hook said, render by render, in a page that came this way into a window of this kind. */
async function said(came: string, narrow: boolean): Promise<boolean[]> {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: came } as unknown as PerformanceEntry])
  vi.stubGlobal('matchMedia', () => ({ matches: narrow }))
  const { useBelow } = await import('./page-load.ts')
  const all: boolean[] = []
  renderHook(() => all.push(useBelow()))
  return all
}

beforeEach(() => vi.resetModules())

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('leaves what lies below the first screen of a visit on a phone for the second picture', async () => {
  const all = await said('navigate', true)
  expect(all[0]).toBe(false)
  expect(all.at(-1)).toBe(true)
  // The next screen of the same visit is whole at once.
  expect(await said('navigate', true)).not.toContain(false)
})

it.each([
  ['reload', true],
  ['back_forward', true],
  ['navigate', false],
])('shows all at once after %s, narrow %s', async (came, narrow) => {
  expect(await said(came, narrow)).not.toContain(false)
})

/** How a page came of which the browser says this. */
function loaded(entry: Partial<PerformanceNavigationTiming>): PageLoad {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry as PerformanceEntry])
  return pageLoad()
}

const SENT = { transferSize: 11_060, encodedBodySize: 10_760, workerStart: 0 }

it('knows a body of now from one that the browser had', () => {
  expect(loaded(SENT)).toEqual({ fresh: true, unasked: false })
  expect(loaded({ ...SENT, transferSize: 300 })).toEqual({ fresh: false, unasked: false })
  expect(loaded({ ...SENT, transferSize: 0 })).toEqual({ fresh: false, unasked: true })
  expect(loaded({})).toEqual({ fresh: true, unasked: false })
})

it('does not take a body from a service worker for one of now: it may have been kept', () => {
  const kept = { ...SENT, workerStart: 12.5 }
  expect(loaded(kept)).toEqual({ fresh: false, unasked: false })
  expect(loaded({ ...kept, transferSize: 0 })).toEqual({ fresh: false, unasked: false })
})
