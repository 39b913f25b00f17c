import type { Locator, Page } from '@playwright/test'

/**
 * Lets `fill` set the value as the browser itself does. Firefox's driver has no way to insert text, so Playwright sets the
 * element's own property, which React watches and does not take for a visitor's change.
 */
export function fillLikeAVisitor(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator
  locators.fill = async function (this: Locator, text) {
    await this.focus()
    await this.evaluate((field: HTMLInputElement | HTMLTextAreaElement, value) => {
      const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: value }))
    }, text)
  }
}

/** What Firefox tells of an error in its console: no more than that there was one, and of a failed request nothing. */
export const SAYS_NO_MORE = 'console error: Error'
