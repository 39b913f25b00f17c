import type { Page } from '@playwright/test'
import { WITH_MAGNET } from './support/catalogue.ts'
import { cards, expectScrolled, scrolled } from './support/lists.ts'
import { untilQuiet, watchRequests } from './support/quiet.ts'
import { expect, test } from './support/test.ts'
import { touchScreen } from './support/touch.ts'

test.use({ savesData: false })

async function toTheEnd(page: Page) {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
}

test('a list loads as one reads on, is there again after a reload, and a second press leads to its top @once', async ({
  page,
}) => {
  await page.goto('/uncensored')
  await expect(cards(page).first()).toBeVisible()
  await expect(async () => {
    await toTheEnd(page)
    expect(await cards(page).count()).toBeGreaterThanOrEqual(Math.min(60, WITH_MAGNET))
  }).toPass()
  const card = cards(page).nth(40)
  await card.scrollIntoViewIfNeeded()
  await untilQuiet(page)
  const [count, before] = [await cards(page).count(), await scrolled(page)]
  const back = async () => {
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(count)
    await expectScrolled(page, before)
  }
  await page.reload()
  await back()
  await card.getByRole('link').click()
  await expect(page.getByRole('tab', { name: '作品详情' })).toBeVisible()
  await page.goBack()
  await back()
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '无码' }).click()
  await expect.poll(() => scrolled(page)).toBe(0)

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: '键盘操作' })
  await expect(keys.getByText('静音或取消静音')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: '搜索' })).toBeFocused()
})

test('by keyboard the channels come before the page, and Back returns to the card', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/censored')
  await expect(cards(page).nth(5)).toBeVisible()
  await page.getByRole('button', { name: '打开菜单' }).focus()
  const channels = page.getByRole('navigation', { name: '主导航' })
  for (const name of ['有码', '无码', '欧美', '我的']) {
    await page.keyboard.press('Tab')
    await expect(channels.getByRole('link', { name })).toBeFocused()
  }
  const link = cards(page).nth(5).getByRole('link')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: '作品详情' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(link).toBeFocused()
})

test('a finger changes the tab either way, and does not leave the page', { tag: '@phone' }, async ({ page }) => {
  const touch = await touchScreen(page)
  const way = (from: number, to: number) =>
    Array.from({ length: 9 }, (_, at): [number, number][] => [[from + ((to - from) * at) / 8, 600]])
  await page.goto('/index')
  await page.goto('/top')
  await expect(cards(page).first()).toBeVisible()
  await touch(...way(320, 100))
  await expect(page).toHaveURL(/[?]tab=collects$/)
  // The address is there before what it shows.
  await expect(page.getByRole('link', { name: '收藏排行' })).toHaveAttribute('aria-current', 'page')
  await expect(cards(page).first()).toBeVisible()
  await touch(...way(80, 300))
  await expect(page.getByRole('link', { name: '最新发行' })).toHaveAttribute('aria-current', 'page')
})

test('a cover moves from its card to the page and back, and the list stays where it was @once', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'no-preference' })
  const page = await context.newPage()
  watchRequests(page)
  await page.addInitScript(() => {
    localStorage.setItem('yingku.ageConfirmedAt', String(Date.now()))
    const start = document.startViewTransition?.bind(document)
    const counts = window as unknown as { transitions: number }
    counts.transitions = 0
    if (start)
      document.startViewTransition = (change) => {
        counts.transitions += 1
        return start(change)
      }
  })
  await page.goto('/censored')
  const card = cards(page).nth(20)
  await card.scrollIntoViewIfNeeded()
  await untilQuiet(page)
  const before = await scrolled(page)
  await card.getByRole('link').click()
  await expect(page.getByRole('tab', { name: '作品详情' })).toBeVisible()
  await page.goBack()
  await expect(card).toBeVisible()
  await expectScrolled(page, before)
  expect(await page.evaluate(() => (window as unknown as { transitions: number }).transitions)).toBe(2)
  await context.close()
})
