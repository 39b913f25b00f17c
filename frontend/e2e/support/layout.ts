import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { boxOf } from './shown.ts'
import { expect } from './test.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeWindow {
  axe: { run(options: RunOptions): Promise<AxeResults> }
}

/** Violations of any level, as `rule: elements`. */
async function violations(page: Page): Promise<string[]> {
  const options: RunOptions = { resultTypes: ['violations'] }
  const result = await page.evaluate((given) => (window as unknown as AxeWindow).axe.run(given), options)
  return result.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  )
}

/** How many pixels the page is wider than the window. */
function beyondWidth(page: Page): Promise<number> {
  return page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth)
}

/** Waits for the page's own content, for lists that are being replaced, which are paler until then, and for what fades or moves. */
async function untilStill(page: Page): Promise<void> {
  // While one page takes the place of another there is no heading.
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
}

/** Nobody is kept out, by any rule in either theme, and nothing sticks out; a theme changes colours only. */
export async function expectGoodLayout(page: Page): Promise<void> {
  await untilStill(page)
  expect(await beyondWidth(page)).toBeLessThanOrEqual(0)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.evaluate(AXE)
  expect(await violations(page)).toEqual([])
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
  expect(await violations(page)).toEqual([])
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
}

/** The links about the site end a short page at the bottom of the window. */
export async function expectLinksAtBottom(page: Page): Promise<void> {
  const links = await boxOf(page.getByRole('navigation', { name: '关于本站' }))
  const ends = await page.evaluate(() => {
    const shell = document.querySelector('.shell') as HTMLElement
    return window.innerHeight - Number.parseFloat(getComputedStyle(shell).paddingBottom)
  })
  expect(links.y + links.height).toBeGreaterThan(ends - 64)
  expect(links.y + links.height).toBeLessThanOrEqual(ends)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
}
