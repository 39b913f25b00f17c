import type { Page } from '@playwright/test'
import { numberOf } from './support/catalogue.ts'
import { expectGoodLayout } from './support/layout.ts'
import { becomeMember } from './support/member.ts'
import { boxOf, home, shows, works } from './support/shown.ts'
import { idOf, workPath } from './support/site.ts'
import { expect, FIRST_VISIT, test } from './support/test.ts'

/** What opens over a screen, and the way there. */
interface Overlay {
  name: string
  path: () => string
  ready: (page: Page) => Promise<void>
  dialog: string | RegExp
}

test('what members see: open to everybody and no wider than the window', async ({ page }) => {
  await becomeMember(page)
  await page.goto(workPath('censored', 0))
  await page.getByRole('button', { name: '收藏', exact: true }).click()
  await expect(page.getByText('已添加到默认收藏夹')).toBeVisible()
  await expectGoodLayout(page)
  await page.reload()
  await page.getByRole('button', { name: '已收藏' }).click()
  await expect(page.getByRole('checkbox', { name: /默认收藏夹/ })).toBeVisible()
  await expectGoodLayout(page)
  await page.getByRole('button', { name: '新建收藏夹' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expectGoodLayout(page)
  await page.goto('/user')
  await works(page, 0)
  await expectGoodLayout(page)
  await page.getByRole('button', { name: /默认收藏夹/ }).click()
  await page.getByRole('button', { name: '更多' }).click()
  await expectGoodLayout(page)
  await page.goto('/user/account')
  await shows('最近使用')(page)
  await expectGoodLayout(page)
  await page.goto('/message?message=请问什么时候更新')
  await shows('还没有提交过问题')(page)
  await expectGoodLayout(page)
  await page.getByRole('button', { name: '提交问题' }).click()
  await page.getByRole('button', { name: /请问什么时候更新/ }).click()
  await shows('客服还没有回复这个留言')(page)
  await expectGoodLayout(page)
})

const OVERLAYS: Overlay[] = [
  {
    name: 'the menu over a list',
    path: () => '/censored',
    ready: async (page) => {
      await works(page)
      await page.getByRole('button', { name: '打开菜单' }).click()
    },
    dialog: '菜单',
  },
  {
    name: 'the preview popup',
    path: () => `${workPath('censored', 0)}?preview=1`,
    ready: shows('作品详情'),
    dialog: /预览视频$/,
  },
  {
    name: 'the report of a work',
    path: () => workPath('censored', 0),
    ready: async (page) => {
      await page.getByRole('button', { name: '举报此作品' }).click()
      await page.getByRole('button', { name: '提交举报' }).click()
      await shows('请选择举报原因')(page)
    },
    dialog: /^举报/,
  },
  {
    name: 'the picture viewer',
    path: () => `${workPath('censored', 2)}?tab=stills&img=2`,
    ready: shows('作品剧照'),
    dialog: '剧照 2 / 4',
  },
]

for (const { name, path, ready, dialog } of OVERLAYS) {
  test(`${name}: open to everybody and no wider than the window`, async ({ page }) => {
    await page.goto(path())
    await ready(page)
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await expectGoodLayout(page)
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
  })
}

test('rows are as tall while their cards wait as with them @desktop', async ({ page }) => {
  await page.goto('/index')
  await home(page)
  const heights = () =>
    page.locator('.work-row').evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
  const show = (cards: 'hidden' | 'visible') =>
    page.addStyleTag({ content: `.work-row > li { content-visibility: ${cards} !important }` })
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await show('visible')
    const tall = await heights()
    await show('hidden')
    expect(await heights(), `${width} px`).toEqual(tall)
  }
})

test('the rail of a usual window shows all of its entries @desktop', async ({ page }) => {
  for (const [width, height] of [
    [1152, 800],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/censored')
    await works(page, 0)
    const rail = page.getByRole('navigation', { name: '有码频道' })
    await expect(rail.getByRole('link').last()).toBeInViewport({ ratio: 1 })
  }
})

test('names that a work shares with another are not broken', async ({ page }) => {
  await page.goto(`/similar/${idOf(numberOf('censored', 0))}`)
  await works(page)
  await page.addStyleTag({ content: '.work-card { max-width: 150px }' })
  const broken = await page.locator('.work-card-reasons').evaluateAll((all) =>
    all.flatMap((reasons) => {
      const texts = document.createTreeWalker(reasons, NodeFilter.SHOW_TEXT)
      const found: (string | null)[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(text)
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
        )
        if (lines.size > 1 && !text.textContent?.trim().includes(' ')) found.push(text.textContent)
      }
      return found
    }),
  )
  expect(broken).toEqual([])
})

test('the first covers of a performer are in sight on a small phone @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/performer/index')
  await page.getByRole('complementary').getByRole('link').first().click()
  await expect(page.getByRole('button', { name: /^关注/ })).toBeVisible()
  await works(page, 0)
  const cover = await boxOf(page.getByRole('article').first())
  const bar = await boxOf(page.locator('.tab-bar'))
  expect(cover.y + 64).toBeLessThan(bar.y)
})

test('the button that forgets a work covers no words, in any layout', async ({ page }) => {
  await page.goto('/censored')
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('tab', { name: '作品详情' })).toBeVisible()
  await page.goto('/user?tab=history')
  const words = page.getByRole('article').locator('.work-card-title, .work-card-top > *')
  for (const layout of ['列表', '宽松', '紧凑']) {
    await page.getByRole('radio', { name: layout }).check({ force: true })
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(words.first()).toBeAttached()
      const button = await boxOf(page.getByRole('button', { name: /^从浏览记录删除/ }))
      for (const one of await words.all()) {
        const box = await one.boundingBox()
        // A dense list has them for screen readers alone.
        if (!box || box.height < 2) continue
        const apart = box.x + box.width <= button.x || box.y >= button.y + button.height
        expect(apart, `${layout} at ${width} px: ${await one.textContent()}`).toBe(true)
      }
    }
  }
})

test('the theme changes at once and outlives a reload @once', async ({ page }) => {
  await page.goto('/user')
  await page.getByRole('button', { name: '打开菜单' }).click()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.getByRole('radio', { name: '浅色' }).check({ force: true })
  await expect(html).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(dark)
  // The menu stands in the address, and is open again.
  await page.reload()
  await expect(page.getByRole('radio', { name: '浅色' })).toBeChecked()
  await expect(html).toHaveAttribute('data-theme', 'light')
})

test.describe('first visit', () => {
  test.use({ storageState: FIRST_VISIT })

  test('the age gate: open to everybody and no wider than the window', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: '年龄确认' })).toBeVisible()
    await expectGoodLayout(page)
  })
})
