import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'

/** The page of the shell, or the answer to a call, if it is kept. */
let kept: Response | undefined
/** What the worker has put among the seen answers. */
const put = vi.fn(async (_call: string, _answer: Response) => undefined)
/** How the network answers. */
let network: () => Promise<Response>

/** Each test begins an hour later: the worker remembers a connection that hung. */
let clock = Date.now()

// The window stands in for the worker's scope.
beforeAll(() => import('../../build/service-worker.js' as string))

beforeEach(() => {
  clock += 3_600_000
  vi.useFakeTimers({ now: clock })
  kept = new Response('kept')
  put.mockClear()
  const seen = { delete: async () => true, put, keys: async () => [] }
  vi.stubGlobal('caches', { match: async () => kept?.clone(), open: async () => seen })
  vi.stubGlobal('fetch', () => network())
})
afterEach(() => vi.unstubAllGlobals())

interface Shown {
  text: () => string | undefined
  /** Whether the worker says that it is what was kept. */
  isKept: () => boolean
}

/** What the worker answers a request with, once it does. */
function ask(request: object): Shown {
  let text: string | undefined
  let isKept = false
  const respondWith = (answer: Promise<Response>) => {
    answer
      .then((page) => {
        isKept = page.headers.has('X-Kept')
        return page.text()
      })
      .then(
        (words) => {
          text = words
        },
        () => {
          text = 'failed'
        },
      )
  }
  window.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith, waitUntil: () => undefined }))
  return { text: () => text, isKept: () => isKept }
}

const urlOf = (address: string) => new URL(address, window.location.origin).href

/** Opens a page. */
function open(address: string): Shown {
  return ask({ method: 'GET', mode: 'navigate', url: urlOf(address) })
}

const LIST = '/prod-api/v2/works/detail/list?pageNum=1'

/** Calls the API. */
function call(address: string, { method = 'GET', headers = {} } = {}): Shown {
  return ask({ method, mode: 'cors', url: urlOf(address), headers: new Headers(headers) })
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

it('answers with the kept list when the connection hangs, and says so', async () => {
  network = hangs
  const list = call(LIST)
  await vi.advanceTimersByTimeAsync(3900)
  expect(list.text()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(200)
  expect(list.text()).toBe('kept')
  expect(list.isKept()).toBe(true)
})

it('lets nobody who has waited in vain for the page wait as long for its list', async () => {
  network = hangs
  open('/censored')
  await vi.advanceTimersByTimeAsync(4100)
  const list = call(LIST)
  await vi.advanceTimersByTimeAsync(600)
  expect(list.text()).toBe('kept')
  // What fails or is given up says nothing of the connection.
  network = () => Promise.reject(new DOMException('aborted', 'AbortError'))
  call(LIST)
  await vi.advanceTimersByTimeAsync(1)
  network = hangs
  const again = call(LIST)
  await vi.advanceTimersByTimeAsync(600)
  expect(again.text()).toBe('kept')
  // What comes shows that the connection is back.
  network = after(400, 'fresh')
  const next = call(LIST)
  await vi.advanceTimersByTimeAsync(450)
  expect(next.text()).toBe('fresh')
  network = after(3900, 'fresh')
  const other = call(LIST)
  await vi.advanceTimersByTimeAsync(3950)
  expect(other.text()).toBe('fresh')
  expect(other.isKept()).toBe(false)
})

it('waits as long as ever some time after a connection hung', async () => {
  network = hangs
  open('/censored')
  await vi.advanceTimersByTimeAsync(35_000)
  network = after(3900, 'fresh')
  const list = call(LIST)
  await vi.advanceTimersByTimeAsync(3950)
  expect(list.text()).toBe('fresh')
})

it('keeps a list that comes after the kept one was shown, unless that was forgotten meanwhile', async () => {
  network = after(6000, 'late')
  call(LIST)
  await vi.advanceTimersByTimeAsync(6100)
  expect(await put.mock.lastCall?.[1].text()).toBe('late')
  put.mockClear()
  call(LIST)
  await vi.advanceTimersByTimeAsync(4100)
  kept = undefined
  await vi.advanceTimersByTimeAsync(2000)
  expect(put).not.toHaveBeenCalled()
})

it('waits on for a list that is not kept, and for a work', async () => {
  network = after(9000, 'fresh')
  const work = call('/prod-api/v2/works/detail/910000000000000001')
  await vi.advanceTimersByTimeAsync(8000)
  expect(work.text()).toBeUndefined()
  kept = undefined
  const list = call(LIST)
  await vi.advanceTimersByTimeAsync(8000)
  expect(work.text()).toBe('fresh')
  expect(list.text()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1100)
  expect(list.text()).toBe('fresh')
  expect(list.isKept()).toBe(false)
  expect(put).toHaveBeenLastCalledWith(LIST, expect.anything())
})

it('leaves calls with a token alone, and those that are no reads of works', () => {
  network = vi.fn(hangs)
  call(LIST, { headers: { authorization: 'Bearer access' } })
  call(LIST, { method: 'POST' })
  call('/prod-api/v2/user/like/detail/list?pageNum=1')
  expect(network).not.toHaveBeenCalled()
})
