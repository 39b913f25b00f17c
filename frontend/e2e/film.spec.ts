import { basename, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { ONLINE, TRANSCODING, workAt } from './support/catalogue.ts'
import { expectGoodLayout } from './support/layout.ts'
import { becomeMember } from './support/member.ts'
import { workPath } from './support/site.ts'
import { expect, test } from './support/test.ts'
import { becomeVip } from './support/vip.ts'

/** The stream of demo works. */
const STREAM = resolve(import.meta.dirname, '../../api/assets/test-stream')
const NUMBER = workAt('censored', ONLINE).number
const player = (page: Page) => page.getByRole('region', { name: `${NUMBER} 播放器` })
const film = (page: Page) => player(page).locator('video')
const time = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime)

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: '在线观看' }).click()
  await expect(player(page)).toBeVisible()
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(2)
}

test('VIP plays, seeks, changes the speed, leaves, and goes on where she left', async ({ page }) => {
  await becomeVip(page)
  await page.goto(workPath('censored', ONLINE))
  await play(page)
  await expect.poll(() => time(page)).toBeGreaterThan(0)
  expect(await film(page).evaluate((video: HTMLVideoElement) => [video.volume, video.playbackRate])).toEqual([0.6, 1])

  await page.keyboard.press('5')
  await expect.poll(() => time(page)).toBeGreaterThanOrEqual(29.9)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => time(page)).toBeGreaterThanOrEqual(39.9)
  await expect(player(page).getByRole('slider', { name: '播放进度' })).toHaveAttribute(
    'aria-valuetext',
    /^0:4\d，共 1:0\d$/,
  )

  await player(page).getByRole('button', { name: '播放速度 1 倍' }).click()
  await player(page).getByRole('button', { name: '1.5×' }).click()
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5)
  await page.keyboard.press('k')
  await player(page).focus()
  await page.keyboard.press('k')
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
  await page.keyboard.press(' ')
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)

  await page.goto('/index')
  const begun = page.getByRole('list', { name: '继续观看' }).getByRole('article')
  await expect(begun).toContainText('剩1分钟')
  await expectGoodLayout(page)
  await begun.getByRole('link').click()
  await expect(page.getByRole('button', { name: /^在线观看 · 从 0:4\d 继续$/ })).toBeVisible()
  await play(page)
  await expect(page.getByText(/^已从 0:4\d 继续播放$/)).toBeVisible()
  await expect.poll(() => time(page)).toBeGreaterThanOrEqual(39)
  expect(await film(page).evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5)
  await page.getByRole('button', { name: '从头播放' }).click()
  await expect.poll(() => time(page)).toBeLessThan(30)

  await page.getByRole('button', { name: '关闭播放器' }).click()
  await expect(page.getByRole('button', { name: '在线观看' })).toBeVisible()
})

test('a tap twice at a side goes ten seconds, and a third one ten more @phone', async ({ page }) => {
  await becomeVip(page)
  await page.goto(workPath('censored', ONLINE))
  await play(page)
  const box = await player(page).boundingBox()
  if (!box) throw new Error('the player has no box')
  await page.keyboard.press('k')
  const before = await time(page)
  const [x, y] = [box.x + box.width * 0.85, box.y + box.height * 0.4]
  for (let tap = 0; tap < 3; tap++) await page.touchscreen.tap(x, y)
  await expect(page.getByText('快进 20 秒')).toBeVisible()
  // A film stands at times that its clock can tell, to the microsecond.
  await expect.poll(() => time(page)).toBeGreaterThan(before + 19.999)
})

test('a phone on its side shows the whole film @phone', async ({ page }) => {
  await becomeVip(page)
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto(workPath('censored', ONLINE))
  // Where the page begins, the end of the film is out of sight.
  await page.getByRole('button', { name: '在线观看' }).click({ position: { x: 200, y: 60 } })
  await expect(player(page)).toBeVisible()
  const box = await player(page).boundingBox()
  expect(box?.height).toBeGreaterThan(200)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(390)
  await expect(player(page).getByRole('button', { name: '全屏' })).toBeInViewport()
})

test('an address that has run out is replaced by a fresh one, once @once', async ({ page, trouble }) => {
  trouble.allow(/status 410/, /Failed to load resource/)
  await becomeVip(page)
  let refused = 0
  await page.route('**/hls/**/index.m3u8', (route) =>
    refused++ === 0 ? route.fulfill({ status: 410, body: '' }) : route.continue(),
  )
  await page.goto(workPath('censored', ONLINE))
  await play(page)
  await expect.poll(() => time(page)).toBeGreaterThan(0)
  expect(refused).toBe(2)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a film whose stream is gone goes on from another host, and back @once', async ({ page, trouble }) => {
  trouble.allow(/status 404/, /Failed to load resource/, /other host: https:\/\/films.example/)
  await becomeVip(page)
  await page.route('**/v2/video/**', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: object }
    const fallbackUrl = 'https://films.example/1/index.m3u8'
    await route.fulfill({ response, json: { ...rest, data: { ...data, fallbackUrl } } })
  })
  const headers = { 'access-control-allow-origin': '*' }
  await page.route('https://films.example/**', (route) =>
    route.fulfill({ path: resolve(STREAM, basename(new URL(route.request().url()).pathname)), headers }),
  )
  const isGone = { now: true }
  await page.route('**/hls/**/index.m3u8', (route) =>
    isGone.now ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.goto(workPath('censored', ONLINE))
  await play(page)
  await expect(page.getByText('线路 1 播放失败，已切换到线路 2')).toBeVisible()
  await expect.poll(() => time(page)).toBeGreaterThan(0)

  isGone.now = false
  await page.keyboard.press('5')
  await expect.poll(() => time(page)).toBeGreaterThanOrEqual(29.9)
  await player(page).getByRole('button', { name: '线路' }).click()
  const sources = player(page).getByRole('group', { name: '线路' })
  await expect(sources.getByRole('button', { name: '线路 2' })).toHaveAttribute('aria-pressed', 'true')
  await sources.getByRole('button', { name: '线路 1' }).click()
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(2)
  await expect.poll(() => time(page)).toBeGreaterThanOrEqual(29)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a stream that never comes says so and can be tried again @once', async ({ page, trouble }) => {
  trouble.allow(/status 403/, /Failed to load resource/)
  await becomeVip(page)
  await page.route('**/hls/**/index.m3u8', (route) => route.fulfill({ status: 403, body: '' }))
  await page.goto(workPath('censored', ONLINE))
  await page.getByRole('button', { name: '在线观看' }).click()
  await expect(page.getByText('影片加载失败')).toBeVisible()
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})

test('a visitor is asked to log in, a member without VIP is led to it @once', async ({ page, trouble }) => {
  trouble.allow(/status 4\d\d: .*\/video\/censored\//, /Failed to load resource/)
  await page.goto(workPath('censored', ONLINE))
  await page.getByRole('button', { name: '在线观看' }).click()
  await expect(page.getByRole('dialog', { name: '登录提示' })).toBeVisible()
  await becomeMember(page)
  await page.goto(workPath('censored', ONLINE))
  await page.getByRole('button', { name: '在线观看' }).click()
  await page.getByRole('dialog', { name: '开通VIP' }).getByRole('button', { name: '开通VIP' }).click()
  await expect(page).toHaveURL('/pay')
})

test('works that cannot be watched say why @once', async ({ page }) => {
  await page.goto(workPath('censored', TRANSCODING))
  await expect(page.getByText('影片正在转码，请稍后再试')).toBeVisible()
  await page.goto(workPath('censored', TRANSCODING + 1))
  await expect(page.getByText('该影片不支持在线观看，请使用磁力下载')).toBeVisible()
  await page.getByRole('button', { name: '去下载' }).click()
  await expect(page.getByRole('tab', { name: '磁力下载' })).toHaveAttribute('aria-selected', 'true')
})
