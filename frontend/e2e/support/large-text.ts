import type { Locator, Page } from '@playwright/test'
import { boxOf } from './shown.ts'
import { expect } from './test.ts'

/** Text twice as large, as a visitor's own setting makes it: nothing of it is cut, broken or out of the window. */

/** Makes the text of the page on screen twice as large. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
}

/** What the cards of works say is not cut. */
export async function expectCardsUncut(page: Page): Promise<void> {
  await expect(page.locator('.work-card-number').first()).toHaveCSS('font-size', '24px')
  const cut = await page
    .locator('.work-card-meta, .work-card-number, .work-card-figure')
    .evaluateAll((all) =>
      all
        .filter((text) => text.scrollHeight > text.clientHeight + 2 || text.scrollWidth > text.clientWidth)
        .map((text) => text.textContent),
    )
  expect(cut).toEqual([])
}

/** The field for the number of a page is in the window. */
export async function expectPageFieldInWindow(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: /^页码/ }).filter({ visible: true }).first()
  expect((await boxOf(field)).x).toBeGreaterThan(0)
}

/** The words of buttons, tabs and rails are within them. */
export async function expectWordsWithin(page: Page, parts: string): Promise<void> {
  const outside = await page.locator(parts).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent),
  )
  expect(outside).toEqual([])
}

/** A date, a number and a rating of a work are each on one line. */
export async function expectFactsUnbroken(page: Page): Promise<void> {
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
}

/** Nothing of it reaches out of the window at a side. */
export async function expectInWindow(parts: Locator): Promise<void> {
  const out = await parts.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .filter((one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > window.innerWidth)
      .map((one) => one.textContent),
  )
  expect(out).toEqual([])
}

/** The search of a phone has room for words. */
export async function expectRoomToSearch(page: Page): Promise<void> {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const field = page.getByRole('banner').getByRole('combobox')
    // Four characters of its placeholder beside its padding; the smallest phone has room for two.
    expect((await boxOf(field)).width, `${width} px`).toBeGreaterThan(width === 320 ? 60 : 16 + 4 * 28)
  }
}
