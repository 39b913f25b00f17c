import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** Waits until a list has come, as far as its card number `last`. */
export const works = async (page: Page, last = 5) => {
  await expect(page.getByRole('main').getByRole('article').nth(last)).toBeVisible()
}

/** Waits for a text, as a screen's own. */
export const shows = (text: string) => async (page: Page) => {
  await expect(page.getByText(text).first()).toBeVisible()
}

/** Waits for a list with a sidebar. */
export const browse = async (page: Page) => {
  await works(page)
  await expect(page.getByRole('complementary').getByRole('link').first()).toBeVisible()
  // Beside the sidebar, not below it.
  await expect(page.getByRole('main').getByRole('article').first()).toBeInViewport()
}

/** Waits for the rows of the home page. */
export const home = async (page: Page) => {
  for (const name of [/^本月/, '有码最新', '无码最新', '欧美最新']) {
    await expect(page.getByRole('list', { name }).getByRole('article').first()).toBeVisible()
  }
}

/** The box of what is shown. */
export async function boxOf(one: Locator) {
  const box = await one.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}
