import { expect, test } from '../e2e/support/test.ts'
import { boxes } from './support/facts.ts'

const PATHS = [
  '/index',
  '/censored',
  '/western',
  '/performer/index',
  '/performer/uncensored/index',
  '/search/灯塔',
  '/top',
]

/** The line of a figure: home shows the newest works without one where nobody has collected any this month. */
const FIGURE = 20

const lineHeight = (title: Element) => Math.round(Number.parseFloat(getComputedStyle(title).lineHeight))

for (const path of PATHS) {
  test(`${path}: the boxes that wait are the boxes of what comes`, async ({ page }) => {
    let answer = () => {}
    const answered = new Promise<void>((done) => {
      answer = done
    })
    await page.route('**/prod-api/**/works/**', async (route) => {
      await answered
      await route.continue().catch(() => undefined)
    })
    await page.goto(path)
    const cards = page.getByRole('main').locator('.work-card')
    await expect(cards.nth(5)).toBeVisible()
    const [waitingCards, waitingCovers] = [await boxes(page, '.work-card'), await boxes(page, '.work-card-cover')]
    const [waitingHero] = await boxes(page, '.hero')
    answer()
    await expect(page.getByRole('main').getByRole('article').nth(5)).toBeVisible()
    await expect(page.locator('.skeleton:visible')).toHaveCount(0)
    // As many as are in one view: what comes may be fewer or more.
    const [cameCards, cameCovers] = [await boxes(page, '.work-card'), await boxes(page, '.work-card-cover')]
    const firstRow = cameCards.slice(0, 4).filter(({ top }) => top === waitingCards[0]?.top)
    expect(firstRow.length).toBeGreaterThan(1)
    expect(cameCovers.slice(0, firstRow.length)).toEqual(waitingCovers.slice(0, firstRow.length))
    for (const [index, came] of cameCards.slice(0, 4).entries()) {
      const waiting = waitingCards[index]
      expect(came).toMatchObject({ left: waiting?.left, width: waiting?.width })
      // A row whose titles are short gives back its second line, never more and never anything but a whole line.
      const line = await page.locator('.work-card-title').first().evaluate(lineHeight)
      const left = path === '/index' ? [0, line, FIGURE, FIGURE + line] : [0, line]
      expect(left).toContain((waiting?.height ?? 0) - came.height)
    }
    expect((await boxes(page, '.hero'))[0]).toEqual(waitingHero)
  })
}
