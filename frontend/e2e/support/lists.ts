import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** A screen may come back this many pixels off: covers above it may round differently. */
const SCROLL_SLACK_PX = 4

/** The list of works on screen; the screens that are kept alive have theirs, too. */
export const grid = (page: Page) => page.getByRole('main').locator('.works-list').filter({ visible: true })
/** Its cards. */
export const cards = (page: Page) => grid(page).getByRole('article')
/** Its button that loads another page. */
export const more = (page: Page) => grid(page).getByRole('button', { name: '加载更多' })

/** How far down the page is. */
export const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

/** Waits until the page is as far down as it was. */
export async function expectScrolled(page: Page, before: number): Promise<void> {
  await expect.poll(async () => Math.abs((await scrolled(page)) - before)).toBeLessThanOrEqual(SCROLL_SLACK_PX)
}
