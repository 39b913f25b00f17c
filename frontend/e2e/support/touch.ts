import type { Page } from '@playwright/test'

/** Seconds between two places of a finger, whatever the machine takes for them. */
const STEP_S = 0.016

/** Fingers on the page: each call puts them down, moves them from place to place and lifts them. */
export async function touchScreen(page: Page) {
  const session = await page.context().newCDPSession(page)
  return async (...places: [x: number, y: number][][]) => {
    const began = Date.now() / 1000
    const timeAt = (step: number) => began + step * STEP_S
    for (const [at, fingers] of places.entries()) {
      const touchPoints = fingers.map(([x, y], id) => ({ x, y, id }))
      const type = at === 0 ? 'touchStart' : 'touchMove'
      await session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: timeAt(at) })
    }
    const timestamp = timeAt(places.length)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp })
  }
}
