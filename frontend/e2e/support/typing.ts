import type { Locator, Page } from '@playwright/test'

/**
 * Lets `fill` type, key by key. Firefox's driver has no way to insert text, so Playwright sets the value of the field, which
 * React does not take for a change.
 */
export function typeInsteadOfFilling(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator
  locators.fill = async function (this: Locator, text) {
    await this.selectText()
    await this.press('Delete')
    await this.pressSequentially(text)
  }
}
