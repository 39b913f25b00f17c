import type { Page } from '@playwright/test'
import { workPath } from './support/site.ts'
import { expect, FIRST_VISIT, test } from './support/test.ts'

/** The application itself, in the built site. */
const APPLICATION = /\/assets\/index-[^/]+\.js$/

/** Names of the files of the built site the page asks for from now on. */
function files(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) names.push(pathname)
  })
  return names
}

for (const [screen, address] of [
  ['browse', () => '/maker/index'],
  ['latest', () => '/western'],
  ['detail-page', () => workPath('censored', 0)],
] as const) {
  test(`${screen}: its code comes beside the application, and nothing comes twice`, async ({ page }) => {
    const asked = files(page)
    const code = new RegExp(`/assets/${screen}-[^/]+\\.js$`)
    // The application is held back until the screen's code was asked for.
    const early = page.waitForRequest((request) => code.test(request.url()))
    await page.route(APPLICATION, async (route) => {
      await early
      await route.continue()
    })
    await page.goto(address())
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    expect(asked.filter((name, index) => asked.indexOf(name) !== index)).toEqual([])
  })
}

test.describe('first visit', () => {
  test.use({ storageState: FIRST_VISIT })

  test('no screen is asked for before the age question is answered', async ({ page }) => {
    const asked = files(page)
    await page.goto('/maker/index')
    await expect(page.getByRole('heading', { name: '年龄确认' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.some((name) => APPLICATION.test(name))).toBe(true)
    expect(asked.filter((name) => /\/(browse|works-list)-/.test(name))).toEqual([])
  })
})
