import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** Fields that Tab may pass on the way to another one. */
const FIELDS_BETWEEN = 12

interface CountingWindow {
  clicks?: number
}

/** Counts from now on how often a mouse is pressed or Enter, alone or with Ctrl, on a page that is not loaded anew. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counting = window as CountingWindow
    const count = () => {
      counting.clicks = (counting.clicks ?? 0) + 1
    }
    if (counting.clicks === undefined) {
      addEventListener('pointerdown', count, true)
      addEventListener('keydown', ({ key }) => key === 'Enter' && count(), true)
    }
    counting.clicks = 0
  })
  return () => page.evaluate(() => (window as CountingWindow).clicks ?? Number.NaN)
}

/** Types into a field that has the focus, or that Tab leads to: nothing is clicked for it. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  const keyboard = field.page().keyboard
  const hasFocus = () => field.evaluate((element) => element === document.activeElement)
  for (let at = 0; !(await hasFocus()) && at < FIELDS_BETWEEN; at++) await keyboard.press('Tab')
  await expect(field).toBeFocused()
  await keyboard.press('Control+a')
  await keyboard.type(text)
}
