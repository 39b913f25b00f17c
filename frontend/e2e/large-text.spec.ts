import type { Locator } from '@playwright/test'
import { MANY_MAGNETS } from './support/catalogue.ts'
import { boxOf, browse, home, shows, works } from './support/shown.ts'
import { workPath } from './support/site.ts'
import { expect, test } from './support/test.ts'

/** Text twice as large, as a visitor's own setting makes it: nothing of it is cut, broken or out of the window. */

test('text that is twice as large is not cut', async ({ page }) => {
  const texts = page.locator('.work-card-meta, .work-card-number, .work-card-figure')
  const cut = () =>
    texts.evaluateAll((all) =>
      all
        .filter((text) => text.scrollHeight > text.clientHeight + 2 || text.scrollWidth > text.clientWidth)
        .map((text) => text.textContent),
    )
  for (const [path, shown] of [
    ['/index', home],
    ['/censored', works],
  ] as const) {
    await page.goto(path)
    await shown(page)
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await expect(page.locator('.work-card-number').first()).toHaveCSS('font-size', '24px')
    expect(await cut(), path).toEqual([])
  }
  const field = page.getByRole('textbox', { name: /^页码/ }).filter({ visible: true }).first()
  expect((await boxOf(field)).x).toBeGreaterThan(0)
})

test('words that are twice as large are within their buttons, tabs and rail', async ({ page }) => {
  await page.goto('/item/index')
  await browse(page)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  const outside = (words: string) =>
    page.locator(words).evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    )
  expect(await outside('.tab-bar, .tab-bar-link, .channel-menu .link-tab')).toEqual([])
  await page.goto(workPath('censored', 0))
  await shows('演员表')(page)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await outside('.detail .link-tab, .rv-button')).toEqual([])
})

test('a date, a number and a rating that are twice as large are each on one line @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  // Its rating has two figures.
  await page.goto(workPath('censored', 5))
  await shows('演员表')(page)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  const broken = await page
    .locator('.detail-fact')
    .locator('time, strong, .detail-number')
    .evaluateAll((all) =>
      all
        .filter((one) => {
          const words = document.createRange()
          words.selectNodeContents(one)
          const { left, right } = words.getBoundingClientRect()
          return words.getClientRects().length !== 1 || left < 0 || right > window.innerWidth
        })
        .map((one) => one.textContent),
    )
  expect(broken).toEqual([])
})

/** What reaches out of the window at a side. */
const outOfWindow = (parts: Locator) =>
  parts.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .filter((one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > window.innerWidth)
      .map((one) => one.textContent),
  )

test('a page with a sidebar has its text twice as large within a small phone @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/performer/index')
  await works(page, 0)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  const jump = page.getByRole('form', { name: '从这里跳页' })
  await expect(jump).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(await outOfWindow(jump.locator('> *'))).toEqual([])
})

test('the order of magnets can be chosen with text twice as large @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${workPath('censored', MANY_MAGNETS)}?tab=magnet`)
  await shows('按日期')(page)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  expect(await outOfWindow(page.locator('.magnets-tools *, .magnets-count > *'))).toEqual([])
})

test('the search has room for words twice as large @phone', async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/censored')
    await works(page, 0)
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    const field = page.getByRole('banner').getByRole('combobox')
    // Four characters of its placeholder beside its padding; the smallest phone has room for two.
    expect((await boxOf(field)).width, `${width} px`).toBeGreaterThan(width === 320 ? 60 : 16 + 4 * 28)
  }
})
