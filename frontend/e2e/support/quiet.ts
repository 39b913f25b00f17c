import { expect, type Page, type Request } from '@playwright/test'

/** What is on its way to each page. */
const onTheWay = new WeakMap<Page, Set<Request>>()

/** Keeps account of what is on its way to a page, from now on. */
export function watchRequests(page: Page): Set<Request> {
  const known = onTheWay.get(page)
  if (known) return known
  const open = new Set<Request>()
  onTheWay.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Waits until all that the page asked for has come, and the page has nothing left to do with it. */
export async function untilQuiet(page: Page): Promise<void> {
  const open = watchRequests(page)
  const isQuiet = async () => {
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      await new Promise((done) => requestIdleCallback(done, { timeout: 1000 }))
    })
    return [...open].map((request) => request.url())
  }
  await expect.poll(isQuiet, { intervals: [20] }).toEqual([])
}

/** Opens an address and waits until the page is quiet. */
export async function openFully(page: Page, path: string): Promise<void> {
  const open = watchRequests(page)
  open.clear()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await untilQuiet(page)
}
