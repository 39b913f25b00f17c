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
    expect((await boxes(page, '.work-card')).slice(0, 4)).toEqual(waitingCards.slice(0, 4))
    expect((await boxes(page, '.work-card-cover')).slice(0, 4)).toEqual(waitingCovers.slice(0, 4))
    expect((await boxes(page, '.hero'))[0]).toEqual(waitingHero)
  })
}
