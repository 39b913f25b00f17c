import type { Page } from '@playwright/test'
import { titleOf, workAt } from './support/catalogue.ts'
import { expect, SITE, test } from './support/test.ts'

/** What the server draws of a page (api/crates/server/src/pages/prerendered_page.rs) stands where the site then draws it. */

const PHONES = [320, 360, 390, 430]
/** A page that has come is read within it. */
const FOUND_WITHIN_MS = 2000
/** What is compared: covers, and the texts beside them. */
const SEEN = ['.cover', '.work-card-title', '.work-card-number', '.hero-title', '.search-hit']

interface Seen {
  what: string
  text: string
  box: number[]
}

/** The first of each that are in this part of the page, with their places in whole pixels. */
async function seenIn(page: Page, part: string, most: number): Promise<Seen[]> {
  return page.locator(part).evaluate(
    (element, { SEEN, most }) =>
      SEEN.flatMap((what) =>
        [...element.querySelectorAll<HTMLElement>(what)].slice(0, most).map((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          return { what, text: one.innerText, box: [left, top, width, height].map(Math.round) }
        }),
      ),
    { SEEN, most },
  )
}

/** Keeps the site's code back until it is let go. */
async function holdCode(page: Page): Promise<() => void> {
  let go = () => {}
  const held = new Promise<void>((done) => {
    go = done
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return () => go()
}

const prerendered = (page: Page) => page.locator('.prerendered')

/** A page can be measured before its styles have come, though none is drawn. */
const stylesHaveCome = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every((link) => link.sheet),
  )

/** Until it has its prerendered page: a server that is late with an answer leaves it out, and the site asks by itself. */
async function load(page: Page, visit: () => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await visit()
    await expect(prerendered(page)).toBeAttached({ timeout: FOUND_WITHIN_MS })
  }).toPass()
}

const open = (page: Page, path: string) => load(page, () => page.goto(path, { waitUntil: 'commit' }))

const names = workAt('censored', 0).performers[0]

const PAGES = [
  ['home', '/index'],
  ['a list', '/censored'],
  ['another list', '/western'],
  ['a search', `/search/${encodeURIComponent('灯塔')}`],
  ['a search for a name', `/search/${encodeURIComponent(names?.nameCn ?? '')}`],
  ['a search for the original name', `/search/${encodeURIComponent(names?.name ?? '')}`],
] as const

test.beforeEach(async ({ context }) => {
  await context.addCookies([{ name: 'age', value: '1', url: SITE }])
})

for (const [name, path] of PAGES) {
  test(`the prerendered page of ${name} stands where it stays @phone`, async ({ page }) => {
    for (const width of PHONES) {
      await page.setViewportSize({ width, height: 844 })
      await compare(page, path)
    }
  })
}

test('the prerendered page of a work stands where it stays @phone', async ({ page }) => {
  await page.goto('/censored')
  const path = await page.getByRole('main').getByRole('article').getByRole('link').first().getAttribute('href')
  for (const width of PHONES) {
    await page.setViewportSize({ width, height: 844 })
    await compare(page, path ?? '')
  }
})

async function compare(page: Page, path: string): Promise<void> {
  const go = await holdCode(page)
  await open(page, path)
  await stylesHaveCome(page)
  await expect(prerendered(page)).toBeVisible()
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.prerendered img')?.complete)
  const before = await seenIn(page, '.prerendered', 4)
  expect(before.length).toBeGreaterThan(0)
  go()
  await expect(prerendered(page)).toHaveCount(0)
  await expect(page.getByRole('main').locator('.cover').first()).toBeVisible()
  const after = await seenIn(page, '#root', 4)
  await page.unrouteAll({ behavior: 'wait' })
  for (const { what, text, box } of before) {
    const same = after.filter((one) => one.what === what && one.text.includes(text))
    expect(
      same.map((one) => one.box),
      `${path}: ${what} ${text}`,
    ).toContainEqual(box)
  }
}

test('the prerendered page is not shown on a wide screen @desktop', async ({ page }) => {
  const go = await holdCode(page)
  await open(page, '/censored')
  await expect(prerendered(page)).toBeHidden()
  go()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})

const OTHERS = {
  'another layout': { 'yingku.density': 'dense' },
  'something hidden': { 'yingku.hiddenTerms': JSON.stringify({ terms: [{ id: '1', name: '一' }], login: null }) },
  'no answer to the age question': { 'yingku.ageConfirmedAt': '' },
  'an answer of the future': { 'yingku.ageConfirmedAt': String(Date.UTC(2100, 0)) },
}

for (const [name, kept] of Object.entries(OTHERS)) {
  test(`a device with ${name} sees no prerendered page @phone`, async ({ page }) => {
    await page.addInitScript((kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    }, kept)
    const go = await holdCode(page)
    await open(page, '/censored')
    await expect(prerendered(page)).toBeHidden()
    go()
    await expect(prerendered(page)).toHaveCount(0)
  })
}

test('a return sees no prerendered page: its place may be further down @phone', async ({ page }) => {
  await page.goto('/censored')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  const go = await holdCode(page)
  await load(page, () => page.reload({ waitUntil: 'commit' }))
  await expect(prerendered(page)).toBeHidden()
  go()
  await expect(prerendered(page)).toHaveCount(0)
})

test('a page whose code does not come says so @phone', async ({ page, trouble }) => {
  trouble.allow(/request failed/)
  trouble.bear(/console error/)
  await page.route('**/assets/index-*.js', (route) => route.abort('failed'))
  await page.goto('/censored', { waitUntil: 'commit' })
  await expect(page.getByText('页面没有加载完，请检查网络后')).toBeVisible()
  await expect(prerendered(page)).toBeHidden()
  await page.unrouteAll()
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(page.getByText('页面没有加载完')).toBeHidden()
})

test('the prerendered page is hidden like every cover in discreet mode @phone', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('yingku.preferences', JSON.stringify({ discreet: true })))
  const go = await holdCode(page)
  await open(page, '/index')
  await expect(prerendered(page).locator('img')).not.toHaveCSS('filter', 'none')
  go()
  await expect(prerendered(page)).toHaveCount(0)
})

test('a tap before the site is there does nothing @phone', async ({ page }) => {
  const go = await holdCode(page)
  await open(page, '/censored')
  await expect(prerendered(page)).toBeVisible()
  await page.touchscreen.tap(100, 300)
  await expect(page.getByRole('article')).toHaveCount(0)
  go()
  await expect(page.getByRole('main').getByRole('heading', { name: titleOf('censored', 0) })).toBeVisible()
  await expect(page).toHaveURL('/censored')
})

test('styles come first, then the covers that the server draws, then the code of the screen @phone', async ({
  page,
}) => {
  let html = ''
  await expect(async () => {
    html = await (await page.request.get('/censored')).text()
    expect(html).toContain('as="image"')
  }).toPass()
  const covers = html.indexOf('as="image"')
  expect(covers).toBeGreaterThan(html.lastIndexOf('rel="stylesheet"'))
  expect(covers).toBeLessThan(html.lastIndexOf('rel="modulepreload"'))
})
