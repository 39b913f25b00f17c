import type { Page } from '@playwright/test'
import { CHANNELS, type Channel, hasMagnet, titleOf, WITH_MAGNET, WORKS, workAt } from './support/catalogue.ts'
import { cards, expectScrolled, grid, more, scrolled } from './support/lists.ts'
import { apiCalls, workPath } from './support/site.ts'
import { expect, NOT_FOUND, test } from './support/test.ts'

/** A list by its address: what it is called, how many works come per page, and whether a sidebar stands beside it. */
interface List {
  path: string
  title: string
  heading: string
  pageSize: number
  sidebar?: string
  /** Of which channel it shows the latest works. */
  channel?: Channel
}

const browse = (path: string, label: string, sidebar: string): List => ({
  path,
  title: `${label}${sidebar}`,
  heading: `${label}${sidebar}`,
  pageSize: 12,
  sidebar,
})

const LISTS: List[] = [
  { path: '/censored', title: '有码', heading: '有码最新', pageSize: 32, channel: 'censored' },
  { path: '/uncensored', title: '无码', heading: '无码最新', pageSize: 12, channel: 'uncensored' },
  { path: '/western', title: '欧美', heading: '欧美最新', pageSize: 32, channel: 'western' },
  { path: '/top', title: '有码排行', heading: '有码最新发行', pageSize: 12 },
  { path: '/top/uncensored', title: '无码排行', heading: '无码最新发行', pageSize: 12 },
  { path: '/top/western', title: '欧美排行', heading: '欧美最新发行', pageSize: 12 },
  { path: '/tags/index', title: '有码类别', heading: '有码类别', pageSize: 24 },
  { path: '/tags/uncensored/index', title: '无码类别', heading: '无码类别', pageSize: 24 },
  { path: '/tags/western/index', title: '欧美类别', heading: '欧美类别', pageSize: 24 },
  browse('/series/index', '有码', '系列'),
  browse('/maker/index', '有码', '片商'),
  browse('/maker/uncensored/index', '无码', '片商'),
  browse('/maker/western/index', '欧美', '片商'),
  browse('/label/index', '有码', '发行商'),
  browse('/director/index', '有码', '导演'),
  browse('/item/index', '有码', '相同系列'),
  browse('/performer/index', '有码', '女优合集'),
  browse('/performer/uncensored/index', '无码', '女优合集'),
]

/** One list of each layout is walked on both sizes. */
const OF_EACH_LAYOUT = ['/censored', '/top', '/tags/index', '/series/index']
/** The others differ by their address and their rows alone: each is walked on one of the two sizes, in turn. */
const sizeOf = ({ path }: List, at: number) =>
  OF_EACH_LAYOUT.includes(path) ? {} : { tag: at % 2 === 0 ? '@phone' : '@desktop' }

/** Works that the lists show, the newest first. */
const LISTED = Array.from({ length: WORKS }, (_, index) => index).filter(hasMagnet)

async function opens(page: Page, list: List): Promise<void> {
  await expect(page).toHaveTitle(`${list.title} - 映库`)
  await expect(page.getByRole('heading', { level: 1, name: list.heading })).toBeVisible()
  await expect(cards(page)).toHaveCount(list.pageSize)
}

/** Its page is shown, with what it says of the work. */
async function expectWork(page: Page, channel: Channel, index: number): Promise<void> {
  const work = workAt(channel, index)
  await expect(page).toHaveURL(workPath(channel, index))
  await expect(page.getByRole('heading', { level: 1, name: `${work.number} ${work.title}` })).toBeVisible()
  const facts = page.getByRole('tabpanel', { name: '作品详情' }).getByRole('definition')
  const { label } = CHANNELS[channel]
  for (const text of [work.number, work.pubTime, `${work.duration} 分钟`, `${work.evaluates} 人评价`, label]) {
    await expect(facts.getByText(text, { exact: true })).toBeVisible()
  }
}

for (const [at, list] of LISTS.entries()) {
  const { path, title, pageSize, channel } = list

  test(
    `${path}: title, content, refresh, page by page to the end, and as it was after reading and a reload`,
    sizeOf(list, at),
    async ({ page }) => {
      await page.goto(path)
      await opens(page, list)
      await expect(page.getByText(`共 ${WITH_MAGNET} 部`)).toBeVisible()
      await more(page).click()
      await expect(cards(page)).toHaveCount(2 * pageSize)
      await grid(page).getByRole('button', { name: '刷新' }).click()
      for (let shown = pageSize; shown < WITH_MAGNET; shown += pageSize) {
        await expect(cards(page)).toHaveCount(shown)
        await more(page).click()
      }
      await expect(grid(page).getByText('没有更多了')).toBeVisible()
      await expect(more(page)).toHaveCount(0)
      await expect(cards(page)).toHaveCount(WITH_MAGNET)
      if (channel) {
        const titles = await cards(page).getByRole('heading', { level: 2 }).allTextContents()
        expect(titles).toEqual(LISTED.map((index) => titleOf(channel, index)))
      }

      // The last work of the second page, below the first screen at any size.
      const place = 2 * pageSize - 1
      const card = cards(page).nth(place).getByRole('link')
      await card.scrollIntoViewIfNeeded()
      const before = await scrolled(page)
      expect(before).toBeGreaterThan(0)
      await card.click()
      if (channel) await expectWork(page, channel, LISTED[place] ?? 0)
      await expect(page.getByRole('tab', { name: '作品详情' })).toBeVisible()
      const calls = apiCalls(page)
      await page.goBack()
      await expect(card).toBeVisible()
      await expect(page).toHaveURL(path)
      await expect(cards(page)).toHaveCount(WITH_MAGNET)
      await expectScrolled(page, before)
      // The works beside the one that was read may still be asked for.
      const isOfTheDetail = (call: string) => /[?&](makerId|tagsId|performerId|seriesId)=/.test(call)
      expect(calls.filter((call) => call.includes('/list') && !isOfTheDetail(call))).toEqual([])

      await page.reload()
      await expect(cards(page)).toHaveCount(WITH_MAGNET)
      await expect(page).toHaveTitle(`${title} - 映库`)
    },
  )
}

for (const [at, list] of LISTS.filter(({ sidebar }) => sidebar).entries()) {
  const { path, sidebar: name = '' } = list
  test(
    `${path}: an entry leads to its works, and its address leads there again; one that does not exist has ways on and no list`,
    sizeOf(list, at),
    async ({ page, trouble }) => {
      await page.goto(path)
      const sidebar = page.getByRole('complementary', { name })
      await expect(sidebar.locator('[aria-current]')).toHaveCount(0)
      const entry = sidebar.getByRole('link').nth(1)
      await expect(entry).toHaveText(/\(\d+\)$/)
      const text = (await entry.textContent()) ?? ''
      await entry.click()
      await expect(page).toHaveURL(/\/\d{16,}$/)
      await expect(sidebar.locator('[aria-current=page]')).toHaveText(text)
      const total =
        (await grid(page)
          .getByText(/^共 \d+ 部$/)
          .textContent()) ?? ''
      await page.reload()
      await expect(sidebar.locator('[aria-current=page]')).toHaveText(text)
      await expect(grid(page).getByText(total, { exact: true })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(path)

      const address = path.replace('index', '7999999999999999999')
      const page404 = new RegExp(`status 404: .*${address}$`)
      trouble.allow(page404, /tag\/detail\/7999999999999999999/, /Failed to load resource: .* 404 /)
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: '找不到这个条目' })).toBeVisible()
      await expect(page.getByText('没有符合的影片')).toHaveCount(0)
      await page.getByRole('link', { name: `全部${name}` }).click()
      await expect(page).toHaveURL(path)
    },
  )
}

test('a far entry opened by its address is pinned on top and highlighted @once', async ({ page, context }) => {
  await page.goto('/performer/index')
  const sidebar = page.getByRole('complementary', { name: '女优合集' })
  await expect(sidebar.getByRole('link')).toHaveCount(32)
  await sidebar.getByRole('button', { name: '加载更多' }).click()
  await expect(sidebar.getByRole('link')).toHaveCount(40)
  await sidebar.getByRole('link').last().click()
  const text = (await sidebar.locator('[aria-current=page]').textContent()) ?? ''
  await page.reload()
  await expect(sidebar.getByRole('link')).toHaveCount(40)
  const other = await context.newPage()
  await other.goto(page.url())
  const entries = other.getByRole('complementary', { name: '女优合集' }).getByRole('link')
  await expect(entries.first()).toHaveText(text)
  await expect(entries.first()).toHaveAttribute('aria-current', 'page')
  await expect(entries).toHaveCount(33)
})

test('the sidebar brings the chosen entry into view once and then stays', async ({ page }) => {
  await page.goto('/performer/index')
  const sidebar = page.getByRole('complementary', { name: '女优合集' })
  const column = sidebar.locator('.term-sidebar-scroll')
  const place = () => column.evaluate((element) => element.scrollTop)
  await sidebar.getByRole('link').nth(1).click()
  await expect(sidebar.getByRole('link').nth(1)).toHaveAttribute('aria-current', 'page')
  expect(await place()).toBe(0)
  await sidebar.getByRole('link').nth(20).click()
  await expect.poll(place).toBeGreaterThan(100)
  await column.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  const bottom = await place()
  await sidebar.getByRole('button', { name: '加载更多' }).click()
  await expect(sidebar.getByRole('link')).toHaveCount(40)
  expect(await place()).toBe(bottom)
  await cards(page).first().getByRole('link').click()
  await expect(page.getByRole('tab', { name: '作品详情' })).toBeVisible()
  await page.goBack()
  await expect(cards(page).first()).toBeVisible()
  expect(await place()).toBe(bottom)
})

test('going to a ranking seen before starts at its top @once', async ({ page }) => {
  await page.goto('/top?tab=collects&date=999')
  await more(page).click()
  await expect(cards(page)).toHaveCount(24)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('link', { name: '高评分' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '有码高评分' })).toBeVisible()
  await page.getByRole('navigation', { name: '排行', exact: true }).getByRole('link', { name: '收藏排行' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '有码收藏排行' })).toBeVisible()
  await expect(cards(page)).toHaveCount(12)
  expect(await scrolled(page)).toBe(0)
})

test('text typed on the results page is still there after reading a work @once', async ({ page }) => {
  await page.goto('/search/灯塔')
  const box = page.getByRole('combobox', { name: '搜索' })
  await box.fill('灯塔 草稿')
  // The suggestions lie over the results.
  await box.press('Escape')
  await cards(page).first().getByRole('link').click()
  await expect(page.getByRole('tab', { name: '作品详情' })).toBeVisible()
  await page.goBack()
  await expect(box).toHaveValue('灯塔 草稿')
})

test('the home page has its rows, and each leads to its whole list @once', async ({ page }) => {
  await page.goto('/index')
  await expect(page).toHaveTitle('首页 - 映库')
  for (const { label } of Object.values(CHANNELS)) {
    const row = page.getByRole('list', { name: `${label}最新` })
    await expect(row.getByRole('article')).toHaveCount(12)
  }
  await expect(page.getByRole('list', { name: /^本月/ }).getByRole('article').first()).toBeVisible()
  await page.getByRole('link', { name: '更多欧美最新' }).click()
  await expect(page).toHaveURL('/western')
})

test('the arrows turn a row, and are only where there is more @desktop', async ({ page }) => {
  await page.goto('/index')
  const arrow = (way: string) => page.getByRole('button', { name: `${CHANNELS.censored.label}最新：${way}` })
  await expect(arrow('向前')).toHaveCount(0)
  await arrow('向后').click()
  await expect(arrow('向前')).toBeVisible()
  await expect
    .poll(async () => {
      // It goes while the row still moves.
      await arrow('向后')
        .click({ timeout: 1_000 })
        .catch(() => {})
      return arrow('向后').count()
    })
    .toBe(0)
})

test('a category opened by its address is named, also after a reload @once', async ({ page }) => {
  const works = Array.from({ length: WORKS }, (_, index) => index).filter(
    (index) => hasMagnet(index) && workAt('western', index).tags.some((tag) => tag.nameCn === '高山'),
  )
  await page.goto('/tags/western/index')
  await expect(page.getByText('当前选择：全部')).toBeVisible()
  await page.getByRole('navigation', { name: '场景' }).getByRole('link', { name: '高山' }).click()
  for (const visit of ['first', 'reloaded']) {
    if (visit === 'reloaded') await page.reload()
    await expect(page.getByText('当前选择：高山')).toBeVisible()
    await expect(page.getByText(`共 ${works.length} 部`)).toBeVisible()
  }
})

const FOR_VIP = { '/sub': '激活码兑换', '/pay': 'VIP充值', '/orders': '订单记录' }

for (const [path, title] of Object.entries(FOR_VIP)) {
  test(`${path}: has its title, and the frame of the site only inside the layout @once`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} - 映库`)
    await expect(page.getByRole('heading', { name: title, includeHidden: true })).toBeAttached()
    await expect(page.getByRole('banner', { includeHidden: true })).toHaveCount(path === '/sub' ? 1 : 0)
  })
}

test('/ and /UserLogin lead on in place of themselves @once', async ({ page }) => {
  for (const [path, target] of [
    ['/', '/index'],
    ['/UserLogin', '/login'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(target)
  }
})

test('/user keeps what was read, and reading leads back to it @once', async ({ page }) => {
  const work = workAt('censored', 0)
  await page.goto(workPath('censored', 0))
  await expect(page.getByRole('tabpanel')).toContainText(work.number)
  await page.goto('/user?tab=history')
  await expect(page).toHaveTitle('我的 - 映库')
  const card = page.getByRole('main').getByRole('article').filter({ hasText: work.number })
  await card.getByRole('link').click()
  await expect(page).toHaveURL(workPath('censored', 0))
  await page.goBack()
  await expect(card).toBeVisible()
})

test('an unknown address says so and leads on @once', async ({ page, trouble }) => {
  trouble.allow(NOT_FOUND)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle('页面不存在 - 映库')
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveURL('/index')
})
