// How soon a first visit shows what it is for, on a slow phone: LCP, CLS and requests of four pages of a running site, each
// the median of five cold visits with CPU ÷ 4 and slow 4G. `node scripts/cold-visit.mjs http://127.0.0.1:8080`
import { chromium } from '@playwright/test'

const SITE = process.argv[2] ?? 'http://127.0.0.1:8080'
const VISITS = Number(process.argv[3] ?? 5)
const CPU_SLOWER = 4
// What Lighthouse simulates as slow 4G.
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
// Lighthouse's phone.
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const SETTLED_MS = 1500
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

async function visit(path) {
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
  await context.close()
  const before = asked.findIndex((url) => COVER.test(url))
  return {
    lcp: lcp.time,
    element: lcp.element,
    shift,
    before: before < 0 ? asked.length : before,
    scripts: scripts.size,
    script: script / 1024,
    covers: asked.filter((url) => COVER.test(url)).length,
    calls: asked.filter((url) => url.includes('/prod-api/')).length,
  }
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
  for (let count = 0; count < VISITS; count += 1) visits.push(await visit(path))
  const of = (key) => median(visits.map((one) => one[key]))
  console.log(
    `${name}: LCP ${Math.round(of('lcp'))} ms (${visits[0].element}), CLS ${of('shift').toFixed(3)}, ` +
      `${of('before')} requests before the first cover, ${of('scripts')} scripts of ${of('script').toFixed(0)} KB, ` +
      `${of('covers')} covers, ${of('calls')} calls`,
  )
}
await browser.close()
