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

/**
 * What Firefox's driver tells of an error in the console: no more than that there was one. It also fails calls that going to
 * another page cuts off, which the site then notes there.
 */
export const SAYS_NO_MORE = 'console error: Error'

/** Firefox's words for why a request failed, in Chromium's. */
export const REASONS: Record<string, string> = {
  NS_BINDING_ABORTED: 'net::ERR_ABORTED',
  NS_ERROR_CONNECTION_REFUSED: 'net::ERR_CONNECTION_REFUSED',
  NS_ERROR_NET_RESET: 'net::ERR_CONNECTION_RESET',
  NS_ERROR_NET_EMPTY_RESPONSE: 'net::ERR_EMPTY_RESPONSE',
  NS_ERROR_NET_PARTIAL_TRANSFER: 'net::ERR_INCOMPLETE_CHUNKED_ENCODING',
  NS_ERROR_OFFLINE: 'net::ERR_INTERNET_DISCONNECTED',
}
