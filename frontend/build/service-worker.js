// The service worker: the site opens without a connection, and shows the lists and works that were seen. The build fills in
// the version and the files. A new one waits until somebody agrees to it.
const VERSION = '__VERSION__'
const FILES = ['__FILES__']
const SHELL = `yingku-shell-${VERSION}`
/** Public lists and works, by path and canonical query; the page empties it (src/shared/lib/seen-answers.ts). */
const SEEN = 'yingku-seen'
const MOST_SEEN = 60
const START = '/'
/** How long a page or a list may take before the kept one is shown: a connection that hangs never fails. In milliseconds. */
const PATIENCE_MS = 4000
/** The same for so long after somebody has waited in vain: what a page asks for next would not come either. */
const SHORT_PATIENCE_MS = 500
const IN_VAIN_MS = 30_000
/** Until when the connection is taken to hang. */
let hangsUntil = 0
const WORKS = '/prod-api/v2/works/detail/'
const LIST = `${WORKS}list?`
/** Tells the page that an answer is not of now (src/shared/api/client.ts). */
const KEPT = 'X-Kept'
const NOT_SCREENS = /^\/(prod-api|media|hls|docs|openapi|sandbox|cashier|healthz|readyz|robots|feeds|torznab)/

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting()
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!NOT_SCREENS.test(url.pathname)) event.respondWith(navigate(request))
  } else if (FILES.includes(url.pathname)) {
    event.respondWith(fromShell(request))
  } else if (url.pathname.startsWith(WORKS) && !request.headers.has('authorization')) {
    event.respondWith(works(event, url.pathname + url.search))
  }
})

async function install() {
  const shell = await caches.open(SHELL)
  // Without cookies the page has nothing of the catalogue.
  const page = await fetch(START, { credentials: 'omit', cache: 'no-store' })
  if (!page.ok) throw new Error(`the page came with status ${page.status}`)
  await shell.put(START, page)
  await shell.addAll(FILES)
}

async function activate() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('yingku-shell-') && name !== SHELL)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function navigate(request) {
  const kept = caches.match(START, { cacheName: SHELL })
  const answer = fetch(request)
  try {
    return await inTime(answer)
  } catch {
    return (await kept) ?? answer
  }
}

/** The answer, or a failure when it takes too long. */
function inTime(answer) {
  const patience = Date.now() < hangsUntil ? SHORT_PATIENCE_MS : PATIENCE_MS
  return new Promise((done, refuse) => {
    const timer = setTimeout(() => {
      hangsUntil = Date.now() + IN_VAIN_MS
      refuse()
    }, patience)
    answer
      .then((came) => {
        hangsUntil = 0
        done(came)
      }, refuse)
      .finally(() => clearTimeout(timer))
  })
}

async function fromShell(request) {
  return (await caches.match(request, { cacheName: SHELL, ignoreVary: true })) ?? fetch(request)
}

async function works(event, call) {
  const answer = fetch(event.request)
  let fresh
  try {
    fresh = await (call.startsWith(LIST) ? inTime(answer) : answer)
  } catch {
    const seen = await seenBefore(call)
    if (seen) {
      event.waitUntil(keepLate(call, answer))
      return seen
    }
    fresh = await answer
  }
  if (fresh.ok) event.waitUntil(keep(call, fresh.clone()))
  return fresh
}

async function seenBefore(call) {
  const seen = await caches.match(call, { cacheName: SEEN, ignoreVary: true })
  if (!seen) return undefined
  const headers = new Headers(seen.headers)
  headers.set(KEPT, '1')
  return new Response(seen.body, { headers })
}

/** Keeps what came after the kept answer was given. What was forgotten meanwhile stays forgotten. */
async function keepLate(call, answer) {
  const late = await answer.catch(() => undefined)
  if (late?.ok && (await seenBefore(call))) await keep(call, late)
}

/** Keeps an answer as the newest; the oldest go. */
async function keep(call, answer) {
  const seen = await caches.open(SEEN)
  await seen.delete(call, { ignoreVary: true })
  await seen.put(call, answer)
  const calls = await seen.keys()
  await Promise.all(calls.slice(0, Math.max(0, calls.length - MOST_SEEN)).map((old) => seen.delete(old)))
}
