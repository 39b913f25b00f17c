import type { Page } from '@playwright/test'

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Watches how far things jump while the page loads; ask for the sum with `layoutShift`. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sums = window as unknown as { shift: number; shifted: string[] }
    sums.shift = 0
    sums.shifted = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Element }[]
      })[]) {
        if (entry.hadRecentInput) continue
        sums.shift += entry.value
        sums.shifted.push(...entry.sources.map(({ node }) => node?.className || node?.nodeName || '?'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Cumulative layout shift so far, and what moved. */
export function layoutShift(page: Page): Promise<{ shift: number; shifted: string[] }> {
  return page.evaluate(() => {
    const { shift, shifted } = window as unknown as { shift: number; shifted: string[] }
    return { shift, shifted }
  })
}

/** How many pixels the page is wider than the window. */
export function beyondWidth(page: Page): Promise<number> {
  return page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth)
}

/** Boxes of the visible elements a selector finds. */
export function boxes(page: Page, selector: string): Promise<Box[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return { left: Math.round(left), top: Math.round(top), width: Math.round(width), height: Math.round(height) }
      }),
  )
}

/** Pairs of boxes that lie over each other. */
export function overlaps(found: readonly Box[]): [Box, Box][] {
  return found.flatMap((one, index) =>
    found
      .slice(index + 1)
      .filter(
        (other) =>
          one.left < other.left + other.width - 1 &&
          other.left < one.left + one.width - 1 &&
          one.top < other.top + other.height - 1 &&
          other.top < one.top + one.height - 1,
      )
      .map((other): [Box, Box] => [one, other]),
  )
}
