import type { Page } from '@playwright/test'
import { workAt } from './support/catalogue.ts'
import { openFully } from './support/quiet.ts'
import { copyCatalogue, freePort, removeCatalogue, Server } from './support/server.ts'
import { boxOf } from './support/shown.ts'
import { confirmedAt, expect, test as site } from './support/test.ts'

/** Tests with a server of their own, which they may stop. */
const test = site.extend<{ server: Server }>({
  server: async ({ browserName: _ }, use) => {
    const folder = await copyCatalogue(process.env.E2E_CATALOGUE ?? '')
    const server = new Server(folder, await freePort())
    await server.start()
    await use(server)
    await server.stop()
    await removeCatalogue(folder)
  },
  baseURL: async ({ server }, use) => use(server.url),
  storageState: async ({ server }, use) => use(confirmedAt(server.url)),
})

/** What an outage leaves in the console: connections refused or cut, and the failures of silent calls (R15.11). */
const CUT = 'net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)'
const REFUSED = [new RegExp(`^request failed: ${CUT}`), new RegExp(`^console error: .*${CUT}`)]
/** The way to the censored channel: the tab bar's on a phone, the header's on a wide screen. */
const channelLink = (page: Page) =>
  page
    .getByRole('navigation', { name: /^(主导航|菜单)$/ })
    .getByRole('link', { name: '有码' })
    .first()
const LOGGED = /^console error: ApiError: 后端接口连接异常/
/** A server that has just started takes nothing that was signed before; the call is signed anew, unseen. */
const SIGNED_BEFORE = [/^status 401/, /^console error: Failed to load resource: .* 401/]

test('a list says that the server is gone, and loads on retry when it is back @once', async ({
  page,
  server,
  trouble,
}) => {
  trouble.allow(...REFUSED, LOGGED)
  trouble.bear(...SIGNED_BEFORE)
  await page.goto('/search/琴声')
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('琴声')
  // The counts beside it are there, too.
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await server.stop()
  await page.getByRole('combobox', { name: '搜索' }).fill('灯塔')
  await page.getByRole('combobox', { name: '搜索' }).press('Enter')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('后端接口连接异常')
  await server.start()
  await alert.getByRole('button', { name: '点击重试' }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('灯塔')
  await expect(alert).toHaveCount(0)
})

test('a further page that fails keeps the loaded ones, and loads on retry @once', async ({ page, server, trouble }) => {
  trouble.allow(...REFUSED, LOGGED)
  trouble.bear(...SIGNED_BEFORE)
  // On a wide window the filters ask for their counts after the list.
  await openFully(page, '/western')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(32)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await server.stop()
  await page.getByRole('button', { name: '加载更多' }).click()
  await expect(page.getByRole('alert')).toContainText('后端接口连接异常')
  await expect(cards).toHaveCount(32)
  await server.start()
  await page.getByRole('button', { name: '点击重试' }).click()
  await expect(cards).toHaveCount(64)
})

test('a work says that the server is gone, and loads on retry @once', async ({ page, server, trouble }) => {
  trouble.allow(...REFUSED, LOGGED)
  trouble.bear(...SIGNED_BEFORE)
  const [read, next] = [workAt('censored', 0), workAt('censored', 1)]
  await page.goto('/censored')
  // The first work brings the screen's code; the second has its data still to come.
  await page.getByRole('main').getByRole('link', { name: read.number }).click()
  await expect(page.getByRole('tabpanel')).toContainText(read.number)
  await page.goBack()
  await server.stop()
  await page.getByRole('main').getByRole('link', { name: next.number }).click()
  await expect(page.getByRole('alert')).toContainText('后端接口连接异常')
  await server.start()
  await page.getByRole('button', { name: '点击重试' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${next.number} ${next.title}` })).toBeVisible()
})

test('a screen whose code cannot come says that the server is gone, and loads on retry @once', async ({
  page,
  server,
  trouble,
}) => {
  trouble.allow(...REFUSED, /^console error: .*the code of a screen did not come/)
  trouble.bear(...SIGNED_BEFORE)
  await page.goto('/index')
  await expect(page.getByRole('list', { name: '欧美最新' }).getByRole('article').first()).toBeVisible()
  // Every list is there, so that none is cut off.
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await server.stop()
  await channelLink(page).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('后端接口连接异常')
  await expect(page).toHaveTitle('有码 - 映库')
  await alert.getByRole('button', { name: '点击重试' }).click()
  await expect(alert).toContainText('后端接口连接异常')
  await server.start()
  await alert.getByRole('button', { name: '点击重试' }).click()
  const wall = page.getByRole('main').locator('.work-grid').filter({ visible: true })
  await expect(wall.getByRole('article')).toHaveCount(32)
  await expect(wall).toHaveCSS('display', 'grid')
})

site('a screen whose style sheet is gone offers to load the new version @once', async ({ page, trouble }) => {
  trouble.allow(/^status 404/, /^console error: (Failed to load resource|.*the code of a screen did not come)/)
  await page.goto('/index')
  await expect(page.getByRole('list', { name: '欧美最新' }).getByRole('article').first()).toBeVisible()
  await page.route('**/assets/*.css', (route) => route.fulfill({ status: 404 }))
  await channelLink(page).click()
  await expect(page.getByText('有新版本，请刷新页面')).toBeVisible()
  await page.unroute('**/assets/*.css')
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})

test('a device without a connection is told so, and what is missing comes by itself later @once', async ({
  page,
  context,
  trouble,
}) => {
  const CUT_OFF = 'net::ERR_INTERNET_DISCONNECTED'
  trouble.allow(new RegExp(`^request failed: ${CUT_OFF}`), new RegExp(`^console error: .*${CUT_OFF}`), LOGGED)
  await page.goto('/western')
  const cards = page.getByRole('main').getByRole('article').filter({ visible: true })
  await expect(cards).toHaveCount(32)
  await context.setOffline(true)
  await channelLink(page).click()
  await expect(page.getByRole('alert')).toContainText('后端接口连接异常')
  // The note about it stands in room of its own: the page's last links are not under it.
  const note = await boxOf(page.getByText('网络已断开，只能看之前看过的内容'))
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const end = await boxOf(page.locator('main'))
  expect(end.y + end.height).toBeLessThanOrEqual(note.y)
  await context.setOffline(false)
  await expect(cards).toHaveCount(32)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
