import { numberOf } from './support/catalogue.ts'
import { openFully } from './support/quiet.ts'
import { apiCalls, workPath } from './support/site.ts'
import { expect, FIRST_VISIT, SITE, test } from './support/test.ts'

/** A page that is not the site's. */
const ELSEWHERE = 'data:text/html,elsewhere'

test.use({ storageState: FIRST_VISIT })

test('the root address asks first, fetches nothing, and enters the home page in place of itself @once', async ({
  page,
}) => {
  const calls = apiCalls(page)
  await openFully(page, '/')
  await expect(page.getByRole('heading', { name: '年龄确认' })).toBeVisible()
  expect(calls).toEqual([])
  const before = await page.evaluate(() => history.length)
  await page.getByRole('button', { name: '我已成年，进入' }).click()
  await expect(page.getByRole('list', { name: '有码最新' }).getByRole('article').first()).toBeVisible()
  await expect(page).toHaveURL('/index')
  expect(await page.evaluate(() => history.length)).toBe(before)
  expect(calls.length).toBeGreaterThan(0)
})

test('a list asks first and shows itself after the choice @once', async ({ page }) => {
  const calls = apiCalls(page)
  await openFully(page, '/uncensored')
  await expect(page.getByRole('heading', { name: '年龄确认' })).toBeVisible()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: '我已成年，进入' }).click()
  await expect(page.getByText(numberOf('uncensored', 0))).toBeVisible()
  await expect(page).toHaveURL('/uncensored')
})

test('a deep link asks first and keeps its address with the query @once', async ({ page }) => {
  const path = workPath('western', 4)
  const calls = apiCalls(page)
  await openFully(page, `${path}?tab=stills`)
  await expect(page.getByRole('heading', { name: '年龄确认' })).toBeVisible()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: '我已成年，进入' }).click()
  await expect(page.getByRole('button', { name: '查看剧照 1' })).toBeVisible()
  await expect(page).toHaveURL(`${path}?tab=stills`)
})

test('the choice outlives a reload @once', async ({ page }) => {
  await page.goto('/censored')
  await page.getByRole('button', { name: '我已成年，进入' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '年龄确认' })).toHaveCount(0)
})

test('leaving goes back to the page before @once', async ({ page }) => {
  await page.goto(ELSEWHERE)
  await page.goto('/index')
  await page.getByRole('button', { name: '离开' }).click()
  await expect(page).toHaveURL(ELSEWHERE)
})

test('leaving without a page before shows a neutral page, and the way back asks again @once', async ({
  page,
  context,
}) => {
  const opening = context.waitForEvent('page')
  await page.evaluate((address) => window.open(address, '_blank', 'noopener'), `${SITE}/index`)
  const visit = await opening
  await visit.getByRole('button', { name: '离开' }).click()
  await expect(visit.getByRole('heading', { name: '已离开' })).toBeVisible()
  await expect(visit).not.toHaveTitle(/映库/)
  await visit.getByRole('button', { name: '返回' }).click()
  await expect(visit.getByRole('heading', { name: '年龄确认' })).toBeVisible()
})
