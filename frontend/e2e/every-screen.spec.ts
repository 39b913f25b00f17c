import type { Page } from '@playwright/test'
import { ONLINE } from './support/catalogue.ts'
import { expectGoodLayout } from './support/layout.ts'
import { signIn } from './support/member.ts'
import { makeOperator } from './support/operator.ts'
import { openFully } from './support/quiet.ts'
import { SCREENS } from './support/screens.ts'
import { run } from './support/server.ts'
import { workPath } from './support/site.ts'
import { confirmedAt, expect, NOT_FOUND, SITE, test } from './support/test.ts'

/** Every address of the site that anybody can open. */
const OPEN = {
  'lists and rankings': () => [
    '/index',
    '/censored',
    '/uncensored',
    '/western',
    '/top',
    '/top/uncensored',
    '/top/western',
    '/top/month',
    '/tags/index',
    '/tags/uncensored/index',
    '/tags/western/index',
    '/series/index',
    '/maker/index',
    '/maker/uncensored/index',
    '/maker/western/index',
    '/label/index',
  ],
  others: () => [
    workPath('censored', 0),
    `${workPath('censored', 0)}?tab=magnet`,
    `${workPath('censored', 0)}?tab=stills`,
    workPath('western', 0),
    '/director/index',
    '/item/index',
    '/performer/index',
    '/performer/uncensored/index',
    '/search/灯塔',
    '/search',
    '/login',
    '/register',
    '/recover',
    '/terms',
    '/privacy',
    '/contact',
    '/nowhere/at/all',
  ],
}
/** Those that show more to members. */
const OWN = [
  '/user',
  '/user?tab=like',
  '/user?tab=history',
  '/user/account',
  '/user/downloads',
  '/sub',
  '/pay',
  '/orders',
  '/message',
]
/** The operators' console. */
const CONSOLE = [
  '/admin',
  '/admin/dashboard',
  '/admin/statistics',
  '/admin/works',
  '/admin/terms',
  '/admin/import',
  '/admin/jobs',
  '/admin/messages',
  '/admin/reports',
  '/admin/downloads',
  '/admin/orders',
  '/admin/plans',
  '/admin/codes',
  '/admin/members',
  '/admin/audit',
  '/admin/settings',
]
const FOLDER = process.env.E2E_FOLDER ?? ''
const RTA = 'RTA-5042-1996-1400-1577-RTA'

/** The page is discreet, and two presses of Escape leave nothing of it; in the console, where work is in hand, all. */
async function expectDiscretion(page: Page, path: string): Promise<void> {
  await expect(page, path).toHaveTitle('目录')
  const left = page.getByRole('heading', { name: '已离开' })
  if (path.startsWith('/admin')) {
    await pressTwice(page)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await expect(left, path).toHaveCount(0)
    return
  }
  // A busy machine may press too slowly.
  await expect(async () => {
    await pressTwice(page)
    await expect(left, path).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.locator('img, video, dialog'), path).toHaveCount(0)
  await expect(page, path).toHaveTitle('新标签页')
}

async function pressTwice(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

test.describe('as it is', () => {
  for (const [name, screens] of Object.entries(SCREENS)) {
    test(`${name}: open to everybody, no wider than the window, and in order in large text`, async ({
      page,
      isMobile,
      trouble,
    }, { project }) => {
      test.slow()
      if (name === 'an unknown address') trouble.allow(NOT_FOUND)
      const viewport = page.viewportSize() ?? { width: 0, height: 0 }
      for (const { path, ready, size = project.name, holds = expectGoodLayout } of screens) {
        if (size !== project.name) continue
        await test.step(path(), async () => {
          await page.setViewportSize(viewport)
          await page.goto(path())
          await ready(page)
          await holds(page, isMobile)
        })
      }
    })
  }
})

test.describe('discreet', () => {
  test.beforeEach(async ({ context }) => {
    test.slow()
    const [origin] = confirmedAt(SITE).origins
    await context.addInitScript(([age]) => {
      // The empty page that a window begins with keeps nothing.
      if (window.origin === 'null') return
      if (age) localStorage.setItem(age.name, age.value)
      localStorage.setItem('yingku.preferences', JSON.stringify({ theme: 'dark', discreet: true }))
    }, origin?.localStorage ?? [])
  })

  for (const [name, paths] of Object.entries(OPEN)) {
    test(`no screen for visitors asks another host for anything, and each can be left at once: ${name} @once`, async ({
      page,
      trouble,
    }) => {
      if (name === 'others') trouble.allow(NOT_FOUND)
      for (const path of paths()) {
        await openFully(page, path)
        await expectDiscretion(page, path)
      }
    })
  }

  for (const [who, paths] of [
    ['members', OWN],
    ['operators', CONSOLE],
  ] as const) {
    test(`no screen for ${who} asks another host for anything, and each can be left at once @once`, async ({
      page,
    }) => {
      await signIn(page, await makeOperator(FOLDER, 'admin'))
      for (const path of paths) {
        await openFully(page, path)
        await expectDiscretion(page, path)
      }
    })
  }

  test('a film that plays is left at once as well @once', async ({ page }) => {
    const name = await makeOperator(FOLDER, 'admin')
    await run(FOLDER, 'user', 'grant', name, '--vip-days', '30')
    await signIn(page, name)
    await page.goto(workPath('censored', ONLINE))
    await page.getByRole('button', { name: '在线观看' }).click()
    const video = page.getByRole('region', { name: /播放器$/ }).locator('video')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
    await expectDiscretion(page, 'the film')
  })
})

test('every page says what it is to filters and search engines, in its head and in its headers @once', async ({
  page,
}) => {
  for (const path of ['/', '/terms', '/user', '/admin']) {
    const answer = await page.request.get(path)
    expect(answer.headers()).toMatchObject({ rating: RTA, 'x-robots-tag': expect.stringContaining('noindex') })
    const head = await answer.text()
    expect(head).toContain(`<meta name="rating" content="${RTA}"`)
    expect(head).toContain('<meta name="robots" content="noindex, nofollow"')
  }
  expect(await (await page.request.get('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
})

test.describe('before the age question is answered', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('the pages about the site can be read, and each can be left at once @once', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: SITE, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto('/index')
    await page.getByRole('navigation', { name: '关于本站' }).getByRole('link', { name: '隐私政策' }).click()
    await expect(page).toHaveTitle('隐私政策 - 映库')
    await expect(page.getByRole('article').getByRole('heading', { name: '只保存在您的设备上' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: '已离开' })).toBeVisible()
    await page.getByRole('button', { name: '返回' }).click()
    await page.getByRole('link', { name: '返回' }).click()
    await page.getByRole('button', { name: '我已成年，进入' }).click()
    await expect(page).toHaveURL('/index')
    await context.close()
  })
})
