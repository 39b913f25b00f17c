import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'

/** The page of the shell, if it is kept. */
let kept: Response | undefined
/** How the network answers. */
let network: () => Promise<Response>

// The window stands in for the worker's scope.
beforeAll(() => import('../../build/service-worker.js' as string))

beforeEach(() => {
  vi.useFakeTimers()
  kept = new Response('kept')
  vi.stubGlobal('caches', { match: async () => kept })
  vi.stubGlobal('fetch', () => network())
})
afterEach(() => vi.unstubAllGlobals())

/** The text of the page that the worker answers with, once it does. */
function open(address: string): { text: () => string | undefined } {
  let text: string | undefined
  const request = { method: 'GET', mode: 'navigate', url: new URL(address, window.location.origin).href }
  const respondWith = (answer: Promise<Response>) => {
    answer
      .then((page) => page.text())
      .then(
        (words) => {
          text = words
        },
        () => {
          text = 'failed'
        },
      )
  }
  window.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith }))
  return { text: () => text }
}

const hangs = () => new Promise<Response>(() => undefined)
const after = (time: number, page: string) => async () => {
  await new Promise((done) => setTimeout(done, time))
  return new Response(page)
}

it('shows the page of the network while it comes in time', async () => {
  network = after(3900, 'fresh')
  const page = open('/censored')
  await vi.advanceTimersByTimeAsync(3950)
  expect(page.text()).toBe('fresh')
})

it('shows the kept page when the connection hangs, and at once when there is none', async () => {
  network = hangs
  const page = open('/censored')
  await vi.advanceTimersByTimeAsync(3900)
  expect(page.text()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(200)
  expect(page.text()).toBe('kept')
  network = () => Promise.reject(new TypeError('offline'))
  kept = new Response('kept')
  const other = open('/western')
  await vi.advanceTimersByTimeAsync(1)
  expect(other.text()).toBe('kept')
})

it('waits on where no page is kept', async () => {
  kept = undefined
  network = after(9000, 'fresh')
  const page = open('/censored')
  await vi.advanceTimersByTimeAsync(8000)
  expect(page.text()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1100)
  expect(page.text()).toBe('fresh')
  network = () => Promise.reject(new TypeError('offline'))
  const other = open('/western')
  await vi.advanceTimersByTimeAsync(1)
  expect(other.text()).toBe('failed')
})

it('leaves addresses alone that are no screens', () => {
  network = vi.fn(hangs)
  for (const address of ['/media/picture.jpg', '/feeds/works.atom', '/torznab/api']) open(address)
  expect(network).not.toHaveBeenCalled()
})
