import type { Page } from '@playwright/test'
import { expect, FIRST_VISIT, test } from '../e2e/support/test.ts'

const cover = (page: Page) => page.locator('.work-card-cover').first()
const filterOf = (page: Page) =>
  cover(page)
    .locator('img')
    .evaluate((image) => getComputedStyle(image).filter)

async function keep(page: Page, preferences: object): Promise<void> {
  await page.addInitScript((text) => localStorage.setItem('yingku.preferences', text), JSON.stringify(preferences))
}

test('discreet mode blurs every cover until it is pressed, hovered or focused, and names the window neutrally', async ({
  page,
}) => {
  await keep(page, { theme: 'dark', discreet: true })
  for (const path of ['/index', '/censored', '/tags/index', '/performer/index', '/search/灯塔', '/top']) {
    await page.goto(path)
    await expect(cover(page).locator('img')).toBeVisible()
    await page.mouse.move(0, 0)
    expect(await filterOf(page)).toContain('blur')
    await expect(page).toHaveTitle('目录')
  }
  const link = page.locator('.work-card-link').first()
  // With a key before it the focus shows.
  await page.keyboard.press('Tab')
  await link.focus()
  expect(await filterOf(page)).toBe('none')
  await link.blur()
  expect(await filterOf(page)).toContain('blur')
  await cover(page).hover()
  await page.mouse.down()
  expect(await filterOf(page)).toBe('none')
})

test('two presses of Escape leave from a list, from the menu and from a page without a frame', async ({ page }) => {
  for (const path of ['/censored', '/pay', '/search/灯塔']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    if (path === '/censored') await page.getByRole('button', { name: '打开菜单' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: '已离开' })).toBeVisible()
    await expect(page).toHaveTitle('新标签页')
    await expect(page.locator('img, video, dialog')).toHaveCount(0)
    await page.getByRole('button', { name: '返回' }).click()
    await page.getByRole('button', { name: '我已成年，进入' }).click()
  }
})

test('the menu has a way to leave without a keyboard', async ({ page }) => {
  await page.goto('/censored')
  await page.getByRole('button', { name: '打开菜单' }).click()
  await page.getByRole('button', { name: '立即离开' }).click()
  await expect(page.getByRole('heading', { name: '已离开' })).toBeVisible()
})

for (const { theme, system, ground } of [
  { theme: 'dark', system: 'light', ground: 'rgb(14, 16, 20)' },
  { theme: 'light', system: 'dark', ground: 'rgb(246, 247, 249)' },
  { theme: 'system', system: 'light', ground: 'rgb(246, 247, 249)' },
  { theme: 'system', system: 'dark', ground: 'rgb(14, 16, 20)' },
] as const) {
  test(`theme ${theme} on a ${system} system is there before the first paint`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system, reducedMotion: 'reduce' })
    await keep(page, { theme, discreet: false })
    // What the page looks like before any of the application's own code runs.
    await page.route('**/assets/*.js', () => new Promise(() => undefined))
    await page.goto('/index', { waitUntil: 'commit' })
    await page.locator('#root').waitFor({ state: 'attached' })
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
      .toBe(ground)
    const scheme = page.locator('meta[name="color-scheme"]')
    await expect(scheme).toHaveAttribute('content', theme === 'system' ? system : theme)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

test('the theme follows the system while it is set to', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await keep(page, { theme: 'system', discreet: false })
  await page.goto('/user')
  await page.getByRole('button', { name: '打开菜单' }).click()
  await expect(page.getByRole('radio', { name: '跟随系统' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('nothing moves by itself for those who asked for less motion', async ({ page }) => {
  await page.route('**/prod-api/**', () => new Promise(() => undefined))
  await page.goto('/censored')
  await expect(page.locator('.skeleton').first()).toBeVisible()
  await page.getByRole('button', { name: '打开菜单' }).click()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test.describe('first visit', () => {
  test.use({ storageState: FIRST_VISIT })

  test('the age question keeps the neutral title of discreet mode and can be left fast', async ({ page }) => {
    await keep(page, { theme: 'dark', discreet: true })
    await page.goto('/index')
    await expect(page.getByRole('heading', { name: '年龄确认' })).toBeVisible()
    await expect(page).toHaveTitle('目录')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: '已离开' })).toBeVisible()
  })
})
