import { numberOf } from './support/catalogue.ts'
import { workPath } from './support/site.ts'
import { expect, FIRST_VISIT, test } from './support/test.ts'

test.use({ storageState: FIRST_VISIT })

test('a browser that blocks site data gets from the question to a work @once', async ({ page }) => {
  await page.addInitScript(() => {
    for (const store of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, store, {
        get() {
          throw new DOMException('Site data is blocked.', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/censored')
  await page.getByRole('button', { name: '我已成年，进入' }).click()
  await page
    .getByRole('main')
    .getByRole('article')
    .filter({ hasText: numberOf('censored', 0) })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(workPath('censored', 0))
  await expect(page.getByRole('tab', { name: '磁力下载' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '演员表' })).toBeVisible()

  // The cookie remembers the answer, for as long as when it was given.
  const life = async () => (await page.context().cookies()).find(({ name }) => name === 'age')?.expires
  const until = await life()
  expect(until).toBeGreaterThan(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: '演员表' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '年龄确认' })).toHaveCount(0)
  expect(await life()).toBe(until)
})

test('a browser that forbids cookies too shows the catalogue, and asks again on the next page load @once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const forbidden = () => {
      throw new DOMException('Site data is blocked.', 'SecurityError')
    }
    for (const store of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, store, { get: forbidden })
    }
    Object.defineProperty(document, 'cookie', { get: forbidden, set: forbidden })
  })
  await page.goto('/censored')
  await page.getByRole('button', { name: '我已成年，进入' }).click()
  await page.getByRole('button', { name: '只看有磁力' }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '年龄确认' })).toBeVisible()
})
