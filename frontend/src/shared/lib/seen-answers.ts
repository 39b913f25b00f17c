/** Lists and works that were seen, for times without a connection; build/service-worker.js fills and reads it. */
const SEEN = 'yingku-seen'
const BASE_PATH = '/prod-api'
const WORKS = '/v2/works/detail/'
/** As many as the service worker keeps; where it never comes, nobody else drops the oldest. */
const MAX_SEEN = 60
/** How long an answer waits to be kept. */
const MAX_PATIENCE_MS = 2_000

/** How often all was forgotten: what waits to be kept then is dropped. */
let forgotten = 0

/** Keeps the list or work that came with the page, which never passed the service worker. */
export async function keepSeen(call: string, answer: string): Promise<void> {
  if (!call.startsWith(WORKS)) return
  const before = forgotten
  await idle()
  if (forgotten !== before) return
  try {
    const seen = await caches.open(SEEN)
    const headers = { 'Content-Type': 'application/json; charset=utf-8' }
    await seen.put(BASE_PATH + call, new Response(answer, { headers }))
    if (forgotten !== before) return await forgetSeen()
    const calls = await seen.keys()
    await Promise.all(calls.slice(0, Math.max(0, calls.length - MAX_SEEN)).map((old) => seen.delete(old)))
  } catch {
    // Storage is blocked, full, or not there: nothing is kept.
  }
}

/** When nothing else is to be done: opening the storage takes a slow phone a tenth of a second. */
function idle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'undefined') done()
    else requestIdleCallback(() => done(), { timeout: MAX_PATIENCE_MS })
  })
}

/** Keeps a visitor's answer that came while no service worker was there to keep it: on the first visit, home is of that kind. */
export function keepWithoutWorker(call: string, answer: unknown): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (workers && !workers.controller) void keepSeen(call, JSON.stringify(answer))
}

/** Forgets them: after logout, on leaving, and when the age is asked again. */
export async function forgetSeen(): Promise<void> {
  forgotten += 1
  try {
    await caches.delete(SEEN)
  } catch {
    // As above.
  }
}
