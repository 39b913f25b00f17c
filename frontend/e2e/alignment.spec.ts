import type { Locator, Page } from '@playwright/test'
import { PICTURES, workAt } from './support/catalogue.ts'
import { expectGoodLayout } from './support/layout.ts'
import { becomeMember } from './support/member.ts'
import { boxOf, shows, works } from './support/shown.ts'
import { workPath } from './support/site.ts'
import { expect, test } from './support/test.ts'

/** What stands beside, in or below something else, and has to fit it. */

const leftOf = async (one: Locator) => Math.round((await boxOf(one)).x)

/** The left edge of what is written in it. */
const textLeftOf = (one: Locator) =>
  one.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return Math.round(text.getBoundingClientRect().left)
  })

async function openPerformer(page: Page): Promise<void> {
  await page.goto('/performer/index')
  await page.getByRole('complementary').getByRole('link').first().click()
  await expect(page.getByRole('button', { name: /^关注/ })).toBeVisible()
}

test('the picture of a performer fills its circle and is not stretched @phone', async ({ page }) => {
  await page.route('**/tag/detail/*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.avatar = `${PICTURES}/cover-0.svg`
    await route.fulfill({ response, json: answer })
  })
  for (const height of [664, 844]) {
    await page.setViewportSize({ width: 390, height })
    await openPerformer(page)
    const circle = page.locator('.entry-header-picture')
    expect(await boxOf(circle.locator('img'))).toEqual(await boxOf(circle))
    await expect(circle.locator('img')).toHaveCSS('object-fit', 'cover')
  }
})

test('no line of a search hit begins with a dot', async ({ page }) => {
  const performer = workAt('censored', 0).performers[0]?.nameCn ?? ''
  const facts = page.locator('.search-hit-text small').first()
  // Names that come late stand elsewhere.
  await expect(async () => {
    await page.goto(`/search/${encodeURIComponent(performer)}`)
    await expect(facts).toContainText(' · ', { timeout: 2000 })
  }).toPass()
  for (const width of [320, 360, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    const starts = await facts.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const left = element.getBoundingClientRect().left
      const found: string[] = []
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        for (let at = 0; at < (text.textContent ?? '').length; at += 1) {
          const one = document.createRange()
          one.setStart(text, at)
          one.setEnd(text, at + 1)
          if (one.getBoundingClientRect().width > 0 && one.getBoundingClientRect().left < left + 1) {
            found.push(one.toString())
          }
        }
      }
      return found
    })
    expect(starts, `${width} px`).not.toContain('·')
  }
})

test('a chosen entry of a sidebar can be read in both themes, with its channel', async ({ page }) => {
  // What has a page in several channels says of which one the chosen entry is.
  await page.goto('/performer/uncensored/index')
  const path = await page.getByRole('complementary').getByRole('link').first().getAttribute('href')
  await page.goto((path ?? '').replace('/uncensored', ''))
  await expect(page.locator('.term-entry[aria-current] .term-channel')).toBeVisible()
  await works(page, 0)
  await expectGoodLayout(page)
})

test('a list that begins at a later page says on top which one that is @phone', async ({ page }) => {
  await page.goto('/censored?page=3')
  const before = page.getByRole('navigation', { name: '前面的页' })
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(before.getByText(/^第 3 \/ \d+ 页$/)).toBeVisible()
    // All of it on one line.
    expect((await boxOf(before)).height).toBeLessThan(56)
  }
  await expect(page.getByRole('form', { name: '从这里跳页' })).toContainText(/^第\s*\/ \d+ 页/)
  await expect(page.getByRole('form', { name: '从这里跳页' }).getByText('第', { exact: true })).toBeVisible()
})

test('the tabs of a work begin where its cover does @desktop', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(workPath('censored', 0))
  const tab = page.getByRole('tab', { name: '作品详情' })
  expect(await textLeftOf(tab)).toBe(await leftOf(page.locator('.detail-cover')))
})

test('the plans of a row have room for their text, and their prices on one line @desktop', async ({ page }) => {
  await page.goto('/pay')
  await shows('活动价')(page)
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    /** Of each row of cards. */
    const priceTops = new Map<number, Set<number>>()
    for (const plan of await page.getByRole('group', { name: 'VIP 套餐' }).locator('label').all()) {
      const card = await boxOf(plan)
      expect((await boxOf(plan.locator('.plan-text'))).width, `${width} px`).toBeGreaterThan(card.width / 2)
      const row = Math.round(card.y)
      const price = Math.round((await boxOf(plan.locator('.price-amount'))).y)
      priceTops.set(row, (priceTops.get(row) ?? new Set()).add(price))
    }
    for (const tops of priceTops.values()) expect([...tops], `${width} px`).toHaveLength(1)
  }
})

test('the buttons of sessions and keys have their words on one line of a small phone @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.route('**/user/sessions', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.rows.push({ ...answer.rows[0], id: '1', current: false })
    await route.fulfill({ response, json: answer })
  })
  await becomeMember(page)
  await page.goto('/user/account')
  await page.getByLabel('用途', { exact: true }).fill('客厅的下载程序')
  await page.getByRole('button', { name: '生成密钥' }).click()
  for (const name of [/^退出$/, /^删除密钥/]) {
    expect((await boxOf(page.getByRole('listitem').getByRole('button', { name }))).height).toBe(44)
  }
})
