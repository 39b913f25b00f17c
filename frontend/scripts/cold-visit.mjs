// How soon a first visit shows what it is for, and how soon it answers a finger, on a slow phone: LCP, CLS, requests and INP
// of four pages of a running site, each the median of five cold visits with CPU ÷ 4 and slow 4G.
// `node scripts/cold-visit.mjs http://127.0.0.1:8080`
import { chromium } from '@playwright/test'

const SITE = process.argv[2] ?? 'http://127.0.0.1:8080'
const VISITS = Number(process.argv[3] ?? 5)
const CPU_SLOWER = 4
// What Lighthouse simulates as slow 4G.
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
// Lighthouse's phone.
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const SETTLED_MS = 1500
const ANSWERED_MS = 500
const FINGER_MS = 80
const LETTER_MS = 200
const COVER = /\/media\//

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: ['--no-sandbox'] })
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** A browser that has been here before only to say that its user is of age. */
async function newVisitor() {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  await context.addCookies([{ name: 'age', value: '1', url: SITE }])
  await context.addInitScript(() => {
    localStorage.setItem('yingku.ageConfirmedAt', String(Date.now()))
    window.lcp = { time: 0, element: '' }
    window.shift = 0
    window.slowest = 0
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) window.slowest = Math.max(window.slowest, duration)
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        window.lcp = {
          time: entry.startTime,
          element: entry.element?.className || entry.element?.alt || entry.url || '',
        }
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return context
}

/** What a visitor does on each page once it is there. */
const ACTS = {
  home: [tap('button', '打开菜单'), press('Escape'), type('wu')],
  list: [
    tap('button', '筛选'),
    tap('button', /^要 /),
    tap('button', /^不要 /),
    tap('button', '关闭'),
    tap('button', '刷新'),
  ],
  work: [tap('tab', '磁力下载'), tap('tab', '作品剧照'), tap('tab', '作品详情')],
  search: [tap('radio', '列表'), tap('radio', '紧凑'), type('dengta')],
}

/** A finger stays for a moment. */
function tap(role, name) {
  return async (page, client) => {
    const target = page.getByRole(role, { name }).first()
    await target.scrollIntoViewIfNeeded()
    const { x, y, width, height } = await target.boundingBox()
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await page.waitForTimeout(FINGER_MS)
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}

function press(key) {
  return (page) => page.keyboard.press(key)
}

function type(letters) {
  return async (page, client) => {
    await tap('combobox', '搜索')(page, client)
    await page.keyboard.type(letters, { delay: LETTER_MS })
  }
}

async function visit(name, path) {
  const context = await newVisitor()
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', SLOW_4G)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  const asked = []
  let script = 0
  client.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) asked.push(request.url)
  })
  const scripts = new Set()
  client.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) script += encodedDataLength
  })
  await page.goto(SITE + path, { timeout: 60_000 })
  await page.waitForFunction(() => document.querySelector('.cover img')?.complete, null, { timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLED_MS)
  const { lcp, shift } = await page.evaluate(() => ({ lcp: window.lcp, shift: window.shift }))
  const before = asked.findIndex((url) => COVER.test(url))
  const loaded = {
    lcp: lcp.time,
    element: lcp.element,
    shift,
    before: before < 0 ? asked.length : before,
    scripts: scripts.size,
    script: script / 1024,
    covers: asked.filter((url) => COVER.test(url)).length,
    calls: asked.filter((url) => url.includes('/prod-api/')).length,
  }
  for (const act of ACTS[name]) {
    await act(page, client)
    await page.waitForTimeout(ANSWERED_MS)
  }
  const slowest = await page.evaluate(() => window.slowest)
  await context.close()
  return { ...loaded, slowest }
}

async function firstWork() {
  const context = await newVisitor()
  const page = await context.newPage()
  await page.goto(`${SITE}/censored`)
  const link = page.locator('a.work-card-link').first()
  const path = await link.getAttribute('href')
  await context.close()
  return path
}

const pages = [
  ['home', '/index'],
  ['list', '/censored'],
  ['work', await firstWork()],
  ['search', `/search/${encodeURIComponent('雾')}`],
]
for (const [name, path] of pages) {
  const visits = []
  for (let count = 0; count < VISITS; count += 1) visits.push(await visit(name, path))
  const of = (key) => median(visits.map((one) => one[key]))
  console.log(
    `${name}: LCP ${Math.round(of('lcp'))} ms (${visits[0].element}), CLS ${of('shift').toFixed(3)}, ` +
      `${of('before')} requests before the first cover, ${of('scripts')} scripts of ${of('script').toFixed(0)} KB, ` +
      `${of('covers')} covers, ${of('calls')} calls, INP ${of('slowest')} ms`,
  )
}
await browser.close()
