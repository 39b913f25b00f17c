import { hasMagnet, numberOf, WITH_MAGNET, WORKS, workAt } from './support/catalogue.ts'
import { cards, expectScrolled, more, scrolled } from './support/lists.ts'
import { confirmedAt, expect, SITE, test } from './support/test.ts'

test('going back finds the ranking’s tab, period and place @once', async ({ page }) => {
  await page.goto('/top')
  await page.getByRole('link', { name: '高评分' }).click()
  await page.getByRole('link', { name: '近一年' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '有码高评分' })).toBeVisible()
  await expect(page.getByText(`共 ${WITH_MAGNET} 部`)).toBeVisible()
  await more(page).click()
  await expect(cards(page)).toHaveCount(24)
  const card = cards(page).nth(20).getByRole('link')
  await card.scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  await card.click()
  await expect(page.getByRole('tab', { name: '作品详情' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/top?tab=average&date=365')
  await expect(page.getByRole('link', { name: '高评分' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: '近一年' })).toHaveAttribute('aria-current', 'page')
  await expect(cards(page)).toHaveCount(24)
  await expectScrolled(page, before)
})

test('the ranking by rating puts the best first, within its period @once', async ({ page }) => {
  await page.goto('/top?tab=average&date=30')
  await expect(cards(page).first()).toContainText(numberOf('censored', 12))
  await page.getByRole('link', { name: '近90天' }).click()
  await expect(cards(page).first()).toContainText(numberOf('censored', 60))
})

test('switching the magnet filter off lists every work, and the choice stays for the session @once', async ({
  page,
}) => {
  await page.goto('/censored')
  const toggle = page.getByRole('button', { name: '只看有磁力' })
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await toggle.click()
  await expect(page.getByText(`共 ${WORKS} 部`)).toBeVisible()
  await expect(page.getByText(numberOf('censored', 9))).toBeVisible()
  await page.reload()
  await expect(page.getByText(`共 ${WORKS} 部`)).toBeVisible()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

test('a link shows others the list with works without magnets, and leaves their own switch alone @once', async ({
  page,
  browser,
}) => {
  await page.goto('/western')
  await page.goto('/censored')
  await page.getByRole('button', { name: '只看有磁力' }).click()
  await expect(page).toHaveURL('/censored?dht=0')
  const context = await browser.newContext({ storageState: confirmedAt(SITE), baseURL: SITE })
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByText(`共 ${WORKS} 部`)).toBeVisible()
  await other.goto('/censored')
  await expect(other.getByText(`共 ${WITH_MAGNET} 部`)).toBeVisible()
  await context.close()
  // No step of the history.
  await page.goBack()
  await expect(page).toHaveURL('/western?dht=0')
})

test('a category filters its works @once', async ({ page }) => {
  await page.goto('/tags/index')
  await page.getByRole('navigation', { name: '场景' }).getByRole('link', { name: '海边' }).click()
  const expected = Array.from({ length: WORKS }, (_, index) => index).filter(
    (index) => hasMagnet(index) && workAt('censored', index).tags.some((tag) => tag.nameCn === '海边'),
  )
  await expect(page.getByText('当前选择：海边')).toBeVisible()
  await expect(page.getByText(`共 ${expected.length} 部`)).toBeVisible()
  await page.getByRole('link', { name: '清除' }).click()
  await expect(page.getByText(`共 ${WITH_MAGNET} 部`)).toBeVisible()
})

test('a performer’s entry shows the count and lists the works @once', async ({ page }) => {
  await page.goto('/performer/index')
  const sidebar = page.getByRole('complementary', { name: '女优合集' })
  await sidebar.getByRole('button', { name: '加载更多' }).click()
  await expect(sidebar.getByRole('link')).toHaveCount(40)
  const name = workAt('censored', 0).performers[0]?.nameCn ?? ''
  const theirs = Array.from({ length: WORKS }, (_, index) => index).filter(
    (index) => workAt('censored', index).performers[0]?.nameCn === name,
  )
  const entry = sidebar.getByRole('link', { name }).filter({ hasText: `(${theirs.length})` })
  await entry.click()
  await expect(page.getByText(`共 ${theirs.filter(hasMagnet).length} 部`)).toBeVisible()
  await expect(entry).toHaveAttribute('aria-current', 'page')
})

test('a reload finds a list and its sidebar at the place where one was', async ({ page }) => {
  await page.goto('/performer/index')
  const sidebar = page.getByRole('complementary', { name: '女优合集' })
  await sidebar.getByRole('button', { name: '加载更多' }).click()
  await expect(sidebar.getByRole('link')).toHaveCount(40)
  const column = sidebar.locator('.term-sidebar-scroll')
  await column.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  const below = await column.evaluate((element) => element.scrollTop)
  const works = page.getByRole('main').locator('.works-list')
  await works.getByRole('button', { name: '加载更多' }).click()
  await expect(cards(page)).toHaveCount(24)
  await cards(page).nth(20).scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  await page.reload()
  await expect(cards(page)).toHaveCount(24)
  await expectScrolled(page, before)
  await expect(sidebar.getByRole('link')).toHaveCount(40)
  await expect.poll(() => column.evaluate((element) => element.scrollTop)).toBe(below)

  // Without the few pixels that a press with the mouse would scroll first.
  await cards(page)
    .nth(20)
    .getByRole('link')
    .evaluate((link: HTMLElement) => link.click())
  await expect(page.getByRole('tab', { name: '作品详情' })).toBeVisible()
  await page.reload()
  await page.goBack()
  await expect(cards(page)).toHaveCount(24)
  await expectScrolled(page, before)
})

test('the magnet switch is the same in a window that a work opens @once', async ({ page, context }) => {
  await page.goto('/censored')
  await page.getByRole('button', { name: '只看有磁力' }).click()
  await cards(page).first().getByRole('link').click()
  const opening = context.waitForEvent('page')
  await page.locator('a.cast').first().click()
  const other = await opening
  const toggle = other.getByRole('button', { name: '只看有磁力' })
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await toggle.click()
  await page.goBack()
  await expect(page.getByRole('button', { name: '只看有磁力' })).toHaveAttribute('aria-pressed', 'true')
})
