import type { Page } from '@playwright/test'
import { workAt } from './support/catalogue.ts'
import { apiCalls, workPath } from './support/site.ts'
import { expect, test } from './support/test.ts'
import { touchScreen } from './support/touch.ts'

const BAD_ID = '出错了,请访问正确的网址！！'
const STEP_MS = 50
/** Two presses within this time are a double one, wherever they are. */
const DOUBLE_PRESS_MS = 300

const toast = (page: Page) => page.getByRole('status').filter({ hasText: BAD_ID })

/** The page of no work has the status of no page. */
const NO_WORK = [/^status 404: .*\/(censored|western)\/\d+$/, /^console error: Failed to load resource: .* 404 /]

test('a bad id says so for one second and goes back @once', async ({ page, trouble }) => {
  trouble.allow(...NO_WORK)
  await page.clock.install()
  // Not a list: beside one the filters ask for their counts late.
  await page.goto('/terms')
  await expect(page.getByRole('main').getByRole('article')).toBeVisible()
  const calls = apiCalls(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/censored/123456789012345')
  // The screen itself takes a few timers to come up; the second starts with the toast.
  await expect
    .poll(async () => {
      await page.clock.runFor(STEP_MS)
      return toast(page).isVisible()
    })
    .toBe(true)
  await page.clock.runFor(1000 - 2 * STEP_MS)
  await expect(toast(page)).toBeVisible()
  await expect(page).toHaveURL('/censored/123456789012345')
  expect(calls).toEqual([])
  await page.clock.runFor(2 * STEP_MS)
  await expect(page).toHaveURL('/terms')
  await page.clock.resume()
  await expect(page.getByRole('main').getByRole('article')).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
})

test('a bad id without a page before leads home @once', async ({ page, context, baseURL, trouble }) => {
  trouble.allow(...NO_WORK)
  const opening = context.waitForEvent('page')
  await page.evaluate((address) => window.open(address, '_blank', 'noopener'), `${baseURL}/western/12`)
  const visit = await opening
  await expect(toast(visit)).toBeVisible()
  await expect(visit).toHaveURL('/index')
})

test('an id of no work says that it is not there @once', async ({ page, trouble }) => {
  trouble.allow(...NO_WORK, /^status 404: .*\/works\/detail\/7300000000000000001/)
  await page.goto('/censored/7300000000000000001')
  await expect(page.getByText('访问资源不存在')).toBeVisible()
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveURL('/index')
})

test('the details: facts, categories, links that lead to their lists @once', async ({ page }) => {
  const work = workAt('censored', 0)
  await page.goto(workPath('censored', 0))
  await expect(page).toHaveTitle(`${work.number} ${work.title} - 映库`)
  const facts = page.getByRole('tabpanel', { name: '作品详情' })
  for (const name of ['番号', '发行时间', '时长', '评分', '片商', '系列', '发行商', '导演', '相同系列', '类别']) {
    await expect(facts.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })).toBeVisible()
  }
  await expect(facts.getByRole('heading', { name: '演员表' })).toBeVisible()
  for (const name of [work.makers[0]?.nameCn, work.series[0]?.nameCn, ...work.tags.map((tag) => tag.nameCn)]) {
    await expect(facts.getByRole('link', { name, exact: true })).toBeVisible()
  }
  const opening = page.context().waitForEvent('page')
  await facts.getByRole('link', { name: new RegExp(`^${work.performers[0]?.nameCn}`) }).click()
  const list = await opening
  await expect(list).toHaveURL(/\/performer\/\d{16,}$/)
  await expect(list.getByRole('article').filter({ hasText: work.number })).toBeVisible()
})

test('a western work shows names as written and links to its own channel @once', async ({ page }) => {
  const work = workAt('western', 0)
  await page.goto(workPath('western', 0))
  const facts = page.getByRole('tabpanel', { name: '作品详情' })
  const maker = facts.getByRole('link', { name: work.makers[0]?.name, exact: true })
  await expect(maker).toHaveAttribute('href', /^\/maker\/western\/\d{16,}$/)
  await expect(facts.getByRole('link', { name: work.tags[0]?.name, exact: true })).toHaveAttribute(
    'href',
    /^\/tags\/western\//,
  )
  await expect(facts.getByRole('link', { name: new RegExp(`^${work.performers[0]?.name}`) })).toHaveAttribute(
    'href',
    /^\/performer\/uncensored\//,
  )
  await expect(facts.getByRole('term').filter({ hasText: '系列' })).toHaveCount(0)
})

test('other works of the performer and the series stand below @once', async ({ page }) => {
  const work = workAt('censored', 0)
  await page.goto(workPath('censored', 0))
  for (const label of [`同演员 · ${work.performers[0]?.nameCn}`, `同系列 · ${work.series[0]?.nameCn}`]) {
    const row = page.getByRole('list', { name: label })
    await expect(row.getByRole('article').first()).toBeAttached()
    await expect(row.getByText(work.number, { exact: true })).toHaveCount(0)
  }
})

test('an address of another channel leads to the screen of the work @once', async ({ page }) => {
  const path = workPath('western', 0)
  await page.goto(path.replace('western', 'censored'))
  await expect(page).toHaveURL(path)
})

/** `plays`, or what keeps the clip from playing. */
function playing({ currentTime, readyState, networkState, paused, error }: HTMLVideoElement) {
  return currentTime > 0 ? 'plays' : { readyState, networkState, paused, error: error?.message }
}

test('the preview plays and closes @once', async ({ page }) => {
  await page.goto(workPath('censored', 0))
  await page.getByRole('button', { name: '观看预览视频' }).click()
  const preview = page.getByRole('dialog', { name: `${workAt('censored', 0).number} 预览视频` })
  await expect.poll(() => preview.locator('video').evaluate(playing), { timeout: 30_000 }).toBe('plays')
  expect(await preview.locator('video').evaluate((video: HTMLVideoElement) => video.volume)).toBeCloseTo(0.6)
  expect(await preview.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
  await preview.getByRole('button', { name: '关闭' }).click()
  await expect(preview).toHaveCount(0)
  await expect(page.getByRole('button', { name: '观看预览视频' })).toBeFocused()
  await page.getByRole('button', { name: '观看预览视频' }).click()
  await expect(preview).toBeVisible()
  await page.goBack()
  await expect(preview).toHaveCount(0)
  await expect(page).toHaveURL(workPath('censored', 0))
})

test('the magnet tab asks when it is opened, and only then @once', async ({ page }) => {
  const work = workAt('uncensored', 3)
  const calls = apiCalls(page)
  const searches = () => calls.filter((call) => call.includes('/dht/list')).length
  await page.goto(workPath('uncensored', 3))
  await expect(page.getByRole('tabpanel', { name: '作品详情' })).toContainText(work.number)
  expect(searches()).toBe(0)
  await page.getByRole('tab', { name: '磁力下载' }).click()
  const magnets = page.getByRole('tabpanel', { name: '磁力下载' })
  await expect(magnets.getByRole('listitem')).toContainText([`${work.number} 高清`])
  await expect(magnets).toContainText('3.0GB')
  await page.getByRole('tab', { name: '作品详情' }).click()
  await page.getByRole('tab', { name: '磁力下载' }).click()
  await expect(magnets.getByRole('listitem')).toHaveCount(1)
  expect(searches()).toBe(1)
})

test('a work without magnets says so and when it comes out @once', async ({ page }) => {
  await page.goto(`${workPath('censored', 9)}?tab=magnet`)
  await expect(page.getByText('暂无磁力链接')).toBeVisible()
  await expect(page.getByText(`正式发行时间：${workAt('censored', 9).pubTime}`)).toBeVisible()
})

test('the stills open large and step around @once', async ({ page }) => {
  await page.goto(workPath('censored', 2))
  await page.getByRole('tab', { name: '作品剧照' }).click()
  await expect(page).toHaveURL(/\?tab=stills$/)
  await expect(page.getByRole('button', { name: /^查看剧照/ })).toHaveCount(4)
  await page.getByRole('button', { name: '查看剧照 1' }).click()
  const still = page.getByRole('dialog').getByRole('img', { name: /剧照$/ })
  await expect(page.getByRole('dialog', { name: '剧照 1 / 4' })).toBeVisible()
  await expect.poll(() => still.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: '上一张' }).click()
  await expect(page.getByRole('dialog', { name: '剧照 4 / 4' })).toBeVisible()
  await page.getByRole('button', { name: '下一张' }).click()
  await expect(page.getByRole('dialog', { name: '剧照 1 / 4' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: '剧照 2 / 4' })).toBeVisible()
  await expect(page).toHaveURL(/\?tab=stills&img=2$/)
  await page.reload()
  await expect(page.getByRole('dialog', { name: '剧照 2 / 4' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\?tab=stills$/)
})

test('going back closes the stills and the focus returns', async ({ page }) => {
  await page.goto(`${workPath('censored', 2)}?tab=stills`)
  await page.getByRole('button', { name: '查看剧照 3' }).click()
  await expect(page.getByRole('dialog', { name: '剧照 3 / 4' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '查看剧照 3' })).toBeFocused()
})

/** Magnification and place of the still on screen. */
const stillView = (page: Page) =>
  page.locator('.yarl__slide_current .yarl__slide_wrapper').evaluate((still: HTMLElement) => still.style.transform)

/** Waits until a press is no double one with the press before. */
async function untilNoDoublePress(page: Page): Promise<void> {
  const pressed = await page.evaluate(() => performance.now())
  await page.waitForFunction(([from, within]) => performance.now() - from > within, [pressed, DOUBLE_PRESS_MS] as const)
}

test('fingers swipe, pinch, tap twice and pull the stills', { tag: '@phone' }, async ({ page }) => {
  const touch = await touchScreen(page)
  await page.goto(`${workPath('censored', 2)}?tab=stills&img=1`)
  const viewer = page.getByRole('dialog', { name: /^剧照/ })
  await expect(viewer).toBeVisible()
  await touch([[300, 400]], [[180, 402]], [[80, 402]])
  await expect(viewer).toHaveAccessibleName('剧照 2 / 4')
  const pinch = [0, 20, 40, 60].map((by): [number, number][] => [
    [150 - by, 400],
    [250 + by, 400],
  ])
  await touch(...pinch)
  await expect.poll(() => stillView(page)).toContain('scale(2.2)')
  await page.getByRole('button', { name: '缩小' }).click()
  await expect.poll(() => stillView(page)).toContain('scale(1)')
  await touch([[300, 400]])
  await touch([[300, 400]])
  await expect.poll(() => stillView(page)).toContain('scale(2.5)')
  await page.getByRole('button', { name: '缩小' }).click()
  await untilNoDoublePress(page)
  await touch([[200, 300]], [[202, 420]], [[202, 560]])
  await expect(viewer).toHaveCount(0)
})

test('wheel and mouse magnify and move the stills', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(`${workPath('censored', 2)}?tab=stills&img=1`)
  const viewer = page.getByRole('dialog', { name: /^剧照/ })
  await expect(viewer).toBeVisible()
  await page.mouse.move(720, 450)
  await page.mouse.wheel(0, -400)
  await expect.poll(() => stillView(page)).toContain('scale(2)')
  const before = await stillView(page)
  await page.mouse.down()
  await page.mouse.move(820, 450, { steps: 4 })
  await page.mouse.up()
  expect(await stillView(page)).toContain('scale(2)')
  expect(await stillView(page)).not.toBe(before)
  await expect(viewer).toHaveAccessibleName('剧照 1 / 4')
  await page.keyboard.press('0')
  await untilNoDoublePress(page)
  await page.mouse.click(20, 450)
  await expect(viewer).toHaveCount(0)
})

test('a work with fewer than three stills says that there are none @once', async ({ page }) => {
  await page.goto(`${workPath('censored', 1)}?tab=stills`)
  await expect(page.getByText('無劇照')).toBeVisible()
})
