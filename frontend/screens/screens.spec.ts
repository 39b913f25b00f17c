import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, FIRST_VISIT, test } from '../e2e/support/test.ts'
import { beyondWidth, boxes, layoutShift, overlaps, watchLayoutShift } from './support/facts.ts'
import { unreadable, watchReading } from './support/readable.ts'
import { SCREENS } from './support/screens.ts'

const FOLDER = resolve(import.meta.dirname, '../screenshots')
/** What a page may jump in all while it loads. */
const LAYOUT_SHIFT_MAX = 0.02
/** Answers come this late, so that every screen is seen waiting first. */
const ANSWER_MS = 250
const THEMES = ['dark', 'light'] as const
/** Further widths that a screen is looked at in, without pictures: those of narrow phones, tablets and wide screens. */
const OTHER_WIDTHS: Record<string, readonly number[]> = { phone: [320, 820], desktop: [1024, 1920] }

/** The clock stands still, answers are late, and jumps are counted. */
async function prepare(page: Page): Promise<void> {
  // The page before still makes calls; one signed while the clock is exchanged has a time that is none.
  await page.goto('about:blank')
  await page.clock.setFixedTime(new Date())
  await watchLayoutShift(page)
  await watchReading(page)
  await page.route('**/prod-api/**', async (route) => {
    await new Promise((done) => setTimeout(done, ANSWER_MS))
    // Drawn from the work's id, which is another one every time.
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/"tint":"#\w{6}"/g, '"tint":"#3a4a6b"')
    await route.fulfill({ response: answer, body }).catch(() => undefined)
  })
}

/** Waits until no picture in sight is on its way. */
async function picturesThere(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() =>
    Promise.all(
      [...document.images]
        .filter((image) => {
          const { top, left } = image.getBoundingClientRect()
          return image.checkVisibility() && top < innerHeight && left < innerWidth
        })
        .map((image) => image.decode().catch(() => undefined)),
    ),
  )
}

/** One picture in each theme; a theme changes colours only. */
async function takePictures(page: Page, name: string, fullPage: boolean): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value
    }, theme)
    const path = join(FOLDER, test.info().project.name, theme, `${name}.png`)
    await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'hide' })
  }
}

/** Nothing sticks out, cards are equal in their row, covers everywhere, and none lies over another. */
async function expectGoodBoxes(page: Page): Promise<void> {
  expect(await beyondWidth(page)).toBeLessThanOrEqual(0)
  for (const list of ['.work-grid', '.work-row']) {
    const cards = await boxes(page, `${list} .work-card`)
    const covers = await boxes(page, `${list} .work-card-cover`)
    expect(new Set(covers.map(({ width, height }) => `${width}×${height}`)).size).toBeLessThanOrEqual(1)
    // A row of a grid is as high as its longest title; every row begins where the one before ended.
    const rows = new Map(cards.map(({ top }) => [top, cards.filter((card) => card.top === top)]))
    for (const row of rows.values()) expect(new Set(row.map(({ height }) => height)).size).toBe(1)
    const gaps = [...rows.values()]
      .map(([card]) => card)
      .flatMap((card, index, all) => {
        const before = all[index - 1]
        return card && before ? [card.top - before.top - before.height] : []
      })
    expect(Math.max(0, ...gaps) - Math.min(...gaps, Math.max(0, ...gaps))).toBeLessThanOrEqual(1)
    expect(overlaps(cards)).toEqual([])
  }
  expect(overlaps(await boxes(page, '.link-tabs, .works-list-bar, .work-grid, .header'))).toEqual([])
}

/** Everything can be read to the end of the page, at the width of the pictures and at the others. */
async function expectReadable(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  for (const width of [size.width, ...(OTHER_WIDTHS[test.info().project.name] ?? [])]) {
    await page.setViewportSize({ ...size, width })
    // A frame for the styles, one for whatever follows the size by script.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect.soft(await unreadable(page), `at ${width} px`).toEqual([])
  }
  await page.setViewportSize(size)
}

for (const screen of SCREENS) {
  test.describe(() => {
    if (screen.firstVisit) test.use({ storageState: FIRST_VISIT })

    test(screen.name, async ({ page, trouble }) => {
      trouble.allow(...(screen.trouble ?? []))
      await screen.before?.(page)
      await prepare(page)
      await page.goto(screen.path)
      await screen.ready(page)
      await picturesThere(page)
      await expectGoodBoxes(page)
      const { shift, shifted } = await layoutShift(page)
      test.info().annotations.push({ type: 'layout shift', description: shift.toFixed(4) })
      expect.soft(shift, `moved: ${shifted.join(', ')}`).toBeLessThanOrEqual(LAYOUT_SHIFT_MAX)
      await screen.open?.(page)
      await takePictures(page, screen.name, false)
      if (screen.whole) await takePictures(page, `${screen.name}-whole`, true)
      await expectReadable(page)
    })
  })
}
