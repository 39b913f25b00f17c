import type { Page } from '@playwright/test'
import { becomeMember } from './support/member.ts'
import { expect, test } from './support/test.ts'

/** Waits until the service worker answers for the page. */
function workerControls(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 100))
  })
}

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 120_000 })

test('opens without a connection, with what was seen, and forgets it on leaving @once', async ({
  page,
  context,
  trouble,
}) => {
  await page.goto('/censored')
  const title = (await page.getByRole('article').first().getByRole('heading').innerText()).trim()
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await workerControls(page)
  // This time the list comes with the page.
  await page.goto('/censored')
  await expect(page.getByRole('article').first()).toContainText(title)
  trouble.bear(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ApiError/)
  await context.setOffline(true)

  await page.goto('/user?tab=history')
  await expect(page.getByText('网络已断开，只能看之前看过的内容')).toBeVisible()
  await expect(page.getByText(title).first()).toBeVisible()
  await page.goto('/censored')
  await expect(page.getByRole('article').first()).toContainText(title)

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: '已离开' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.has('yingku-seen'))).toBe(false)
})

/** The addresses of the lists and works that the service worker keeps. */
function keptLists(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await (await caches.open('yingku-seen')).keys()).map(({ url }) => url))
}

/** What is shown is kept a moment later. */
async function expectKept(page: Page, list: RegExp): Promise<void> {
  await expect.poll(() => keptLists(page)).toContainEqual(expect.stringMatching(list))
  await expect(page.getByRole('article').first()).toBeVisible()
}

test('shows a member the lists that were seen, and forgets them at logout @once', async ({
  page,
  context,
  trouble,
}) => {
  const name = await becomeMember(page)
  await page.goto('/user')
  await expect(page.getByText(name)).toBeVisible()
  await workerControls(page)
  // Lists that are asked for with the member's session open, instead of coming with a page.
  await page.goto('/censored')
  await page.getByRole('navigation', { name: '有码频道' }).getByRole('link', { name: '类别' }).click()
  await expect(page).toHaveURL('/tags/index')
  await expectKept(page, /modName=censored&.*pageSize=24/)
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '欧美' }).click()
  await expect(page).toHaveURL('/western')
  await expectKept(page, /modName=western&.*pageSize=32/)
  const title = (await page.getByRole('article').first().getByRole('heading').innerText()).trim()
  trouble.bear(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ApiError/)
  await context.setOffline(true)
  await page.goto('/western')
  await expect(page.getByRole('article').first()).toContainText(title)
  await page.goto('/tags/index')
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(false)

  await page.goto('/user')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '退出账号' }).click()
  await expect(page).toHaveURL('/index')
  // Home has a short list of the channel again, for everybody.
  await expect.poll(() => keptLists(page)).not.toContainEqual(expect.stringMatching(/modName=western&.*pageSize=32/))
})

test('opens with the home page of the first visit, which came before there was a service worker @once', async ({
  page,
  context,
  trouble,
}) => {
  await page.goto('/index')
  const title = (await page.getByRole('article').first().getByRole('heading').innerText()).trim()
  await workerControls(page)
  trouble.bear(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ApiError/)
  await context.setOffline(true)
  await page.goto('/index')
  // The rows come in any order, so that the first card may be another one.
  await expect(page.getByRole('article').filter({ hasText: title }).first()).toBeVisible()

  // A page that was opened without a connection notices its return.
  await page.goto('/tags/index')
  await expect(page.getByRole('alert').first()).toContainText('后端接口连接异常')
  await context.setOffline(false)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('asks before it changes to a new version @once', async ({ page }) => {
  await page.goto('/index')
  await workerControls(page)
  // Another address is another worker, as after an update.
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?next').then(() => undefined))
  await expect(page.getByText('有新版本')).toBeVisible()
  const again = page.waitForEvent('load')
  await page.getByRole('status').getByRole('button', { name: '刷新' }).click()
  await again
  await expect(page.getByText('有新版本')).toBeHidden()
})
