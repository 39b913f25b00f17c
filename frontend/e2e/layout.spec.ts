import type { Page } from '@playwright/test'
import { numberOf } from './support/catalogue.ts'
import { expectGoodLayout } from './support/layout.ts'
import { becomeMember } from './support/member.ts'
import { boxOf, browse, home, shows, works } from './support/shown.ts'
import { idOf, workPath } from './support/site.ts'
import { expect, FIRST_VISIT, NOT_FOUND, test } from './support/test.ts'

/** A screen to judge, and what shows that it is all there. */
interface Screen {
  name: string
  path: () => string
  ready: (page: Page) => Promise<void>
}

const captcha = (page: Page) => expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible()

/** The site's page is shown, and the address is not found. */
const UNKNOWN = 'an unknown address'

const SCREENS: Screen[] = [
  { name: 'home', path: () => '/index', ready: home },
  { name: 'censored list', path: () => '/censored', ready: (page) => works(page) },
  { name: 'uncensored list', path: () => '/uncensored', ready: (page) => works(page) },
  { name: 'western list', path: () => '/western', ready: (page) => works(page) },
  { name: 'search', path: () => '/search/灯塔', ready: (page) => works(page) },
  { name: 'search without result', path: () => '/search/鲸鱼座', ready: shows('没有找到“鲸鱼座”') },
  { name: 'refused search', path: () => '/search', ready: shows('搜索限制为1-32个字符') },
  { name: 'rankings', path: () => '/top?tab=collects', ready: (page) => works(page) },
  { name: 'categories', path: () => '/tags/index', ready: (page) => works(page) },
  { name: 'performers', path: () => '/performer/index', ready: browse },
  { name: 'uncensored performers', path: () => '/performer/uncensored/index', ready: browse },
  { name: 'makers', path: () => '/maker/index', ready: browse },
  { name: 'details', path: () => workPath('censored', 0), ready: shows('演员表') },
  { name: 'magnets', path: () => `${workPath('censored', 0)}?tab=magnet`, ready: shows('3.0GB') },
  {
    name: 'stills',
    path: () => `${workPath('western', 0)}?tab=stills`,
    ready: (page) => expect(page.getByRole('button', { name: '查看剧照 4' })).toBeVisible(),
  },
  { name: 'member centre of a visitor', path: () => '/user', ready: shows('暂时没有收藏内容~') },
  { name: 'history', path: () => '/user?tab=history', ready: shows('还没有浏览记录') },
  { name: 'login', path: () => '/login', ready: captcha },
  { name: 'registration', path: () => '/register', ready: captcha },
  { name: 'plans', path: () => '/pay', ready: shows('活动价') },
  { name: 'activation', path: () => '/sub', ready: shows('没有激活码点我购买') },
  { name: 'messages of a visitor', path: () => '/message', ready: shows('还没有登录') },
  { name: 'the console of nobody', path: () => '/admin', ready: shows('没有权限') },
  {
    name: UNKNOWN,
    path: () => '/nowhere/at/all',
    ready: (page) => expect(page.getByRole('main').getByRole('link').first()).toBeVisible(),
  },
]

for (const { name, path, ready } of SCREENS) {
  test(`${name}: open to everybody and no wider than the window`, async ({ page, trouble }) => {
    if (name === UNKNOWN) trouble.allow(NOT_FOUND)
    await page.goto(path())
    await ready(page)
    await expectGoodLayout(page)
  })
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

/** What opens over a screen, and the way there. */
const OVERLAYS: (Screen & { dialog: string | RegExp })[] = [
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
  test(`${name}: open to everybody and no wider than the window`, async ({ page, trouble }) => {
    if (name === UNKNOWN) trouble.allow(NOT_FOUND)
    await page.goto(path())
    await ready(page)
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await expectGoodLayout(page)
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
  })
}

test('the links about the site end short pages at the bottom of the window', async ({ page }) => {
  for (const [path, ready] of [
    ['/user', shows('暂时没有收藏内容~')],
    ['/user?tab=history', shows('还没有浏览记录')],
    ['/login', captcha],
  ] as const) {
    await page.goto(path)
    await ready(page)
    const links = await boxOf(page.getByRole('navigation', { name: '关于本站' }))
    const ends = await page.evaluate(() => {
      const shell = document.querySelector('.shell') as HTMLElement
      return window.innerHeight - Number.parseFloat(getComputedStyle(shell).paddingBottom)
    })
    expect(links.y + links.height, path).toBeGreaterThan(ends - 64)
    expect(links.y + links.height, path).toBeLessThanOrEqual(ends)
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight), path).toBe(0)
  }
})

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

test('the tools of a list are on one line', async ({ page, isMobile }) => {
  // A scrollbar takes room from the narrowest window: beside a sidebar the tools wrap there.
  const widths = isMobile ? [360, 390, 1024, 1440] : [390, 1024, 1440]
  for (const path of ['/censored', '/performer/index']) {
    await page.goto(path)
    await works(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const of = async (name: RegExp) =>
        Math.round((await boxOf(page.getByRole('main').getByRole('button', { name }))).y / 10)
      expect(await of(/^刷新/), `${path} at ${width} px`).toBe(await of(/^订阅/))
      const layout = await boxOf(page.getByRole('group', { name: '排列方式' }))
      const magnet = await boxOf(page.getByRole('main').getByRole('button', { name: '只看有磁力' }))
      expect(Math.abs(layout.y + layout.height / 2 - magnet.y - magnet.height / 2)).toBeLessThan(3)
    }
  }
})

test('no tool of a list beside a sidebar is out of sight @phone', async ({ page }) => {
  await page.goto('/performer/index')
  await works(page, 0)
  const tools = page.locator('.works-list-tools, .works-list-actions').locator('button, label')
  for (const size of ['100%', '200%']) {
    await page.addStyleTag({ content: `html { font-size: ${size} }` })
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 })
      const hidden = await tools.evaluateAll((all) =>
        all
          .filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect()
            const seen = document.elementFromPoint(right - 2, (top + bottom) / 2)
            return left < 0 || !(seen && one.contains(seen))
          })
          .map((one) => one.getAttribute('aria-label') ?? one.getAttribute('title') ?? one.textContent),
      )
      expect(hidden, `${width} px, ${size}`).toEqual([])
    }
  }
})

test('badges of a narrow card stand apart @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/performer/index')
  await works(page, 0)
  const badges = page.locator('.work-card-top').first()
  // No work of the catalogue is of the future.
  await badges.evaluate((all) => {
    const second = all.querySelector('.badge')?.cloneNode(true)
    if (second) all.append(second)
    if (second) second.textContent = '未发行'
  })
  const [channel, state] = [await boxOf(badges.locator('.badge').first()), await boxOf(badges.locator('.badge').last())]
  expect(state.x - channel.x - channel.width).toBeGreaterThan(8)
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

test('the keyboard goes through the tools of a list as they are read', async ({ page }) => {
  const controls = page.locator('.works-list-controls')
  const focused = () =>
    controls.evaluate((all) => {
      const one = all.contains(document.activeElement) ? document.activeElement : null
      // A radio is drawn by its label.
      const seen = one?.closest('label') ?? one
      if (!seen) return null
      const { left, top, height } = seen.getBoundingClientRect()
      return { left, middle: top + height / 2, name: one?.getAttribute('aria-label') ?? seen.textContent }
    })
  for (const path of ['/censored', '/performer/index']) {
    await page.goto(path)
    await works(page)
    for (const width of [320, 360, 390, 768, 1024, 1152, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await controls.locator('input, button').filter({ visible: true }).first().focus()
      let [before, now] = [await focused(), await focused()]
      let steps = 0
      for (; now; steps += 1) {
        await page.keyboard.press('Tab')
        before = now
        now = await focused()
        const isBack =
          now && (now.middle < before.middle - 4 || (now.middle < before.middle + 4 && now.left < before.left))
        expect(isBack, `${path} at ${width} px: ${now?.name} after ${before.name}`).toBeFalsy()
      }
      expect(steps).toBeGreaterThan(4)
    }
  }
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

test('the theme changes at once and outlives a reload', async ({ page }) => {
  await page.goto('/user')
  await page.getByRole('button', { name: '打开菜单' }).click()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.getByRole('radio', { name: '浅色' }).check({ force: true })
  await expect(html).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(dark)
  await page.reload()
  await page.getByRole('button', { name: '打开菜单' }).click()
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
