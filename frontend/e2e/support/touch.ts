import type { Page } from '@playwright/test'

/** Fingers on the page: each call puts them down, moves them from place to place and lifts them. */
export async function touchScreen(page: Page) {
  const session = await page.context().newCDPSession(page)
  return async (...places: [x: number, y: number][][]) => {
    for (const [at, fingers] of places.entries()) {
      const touchPoints = fingers.map(([x, y], id) => ({ x, y, id }))
      await session.send('Input.dispatchTouchEvent', { type: at === 0 ? 'touchStart' : 'touchMove', touchPoints })
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}
