import type { Page } from '@playwright/test'
import { CHANNEL_NAMES, CHANNELS, hasMagnet, numberOf, titleOf, WORKS, workAt } from './support/catalogue.ts'
import { untilQuiet } from './support/quiet.ts'
import { expect, test } from './support/test.ts'

const INDEXES = Array.from({ length: WORKS }, (_, index) => index).filter(hasMagnet)

/** How many listed works of one channel have a text in the title. */
function withTitle(text: string, channels = CHANNEL_NAMES): number {
  return channels.flatMap((channel) => INDEXES.filter((index) => titleOf(channel, index).includes(text))).length
}

async function search(page: Page, keyword: string): Promise<void> {
  await page.goto('/index')
  await page.getByRole('combobox', { name: '搜索' }).fill(keyword)
  await page.getByRole('combobox', { name: '搜索' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: keyword })).toBeVisible()
}

const total = (page: Page, count: number) => expect(page.getByText(`共 ${count} 部`)).toBeVisible()
const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading')

test('one character, two, a whole title, a number without its hyphen and in small letters, and traditional characters @once', async ({
  page,
}) => {
  for (const keyword of ['灯', '琴声']) {
    await search(page, keyword)
    await total(page, withTitle(keyword))
    for (const title of await titles(page).allTextContents()) expect(title).toContain(keyword)
  }

  const whole = titleOf('western', 42)
  await search(page, whole)
  await total(page, 1)
  await expect(titles(page)).toHaveText([whole])

  const number = numberOf('uncensored', 21)
  await search(page, number.replace('-', '').toLowerCase())
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(number)

  await search(page, '燈塔')
  await total(page, withTitle('灯塔'))
  await expect(titles(page).first()).toContainText('灯塔')
})

test('a performer’s name in pinyin @once', async ({ page }) => {
  const performer = workAt('censored', 0).performers[0]?.nameCn
  const theirs = INDEXES.filter((index) => workAt('censored', index).performers[0]?.nameCn === performer)
  await search(page, 'yueyemingli')
  await total(page, theirs.length * CHANNEL_NAMES.length)
  await page.getByRole('navigation', { name: '搜索范围' }).getByRole('link', { name: '有码' }).click()
  await total(page, theirs.length)
  await page.getByRole('main').getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('link', { name: new RegExp(`^${performer}`) })).toBeVisible()
})

test('nothing found @once', async ({ page }) => {
  await search(page, '鲸鱼座')
  await expect(page.getByText('没有找到“鲸鱼座”')).toBeVisible()
  // The magnet filter keeps nothing back: it is not blamed.
  await untilQuiet(page)
  await expect(page.getByRole('button', { name: '显示全部' })).toHaveCount(0)
})

test('an empty query warns and stays @once', async ({ page }) => {
  await page.goto('/western')
  await page.getByRole('combobox', { name: '搜索' }).fill('   ')
  await page.getByRole('combobox', { name: '搜索' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '请输入搜索内容！,限制为1-32个字符' })).toBeVisible()
  await expect(page).toHaveURL('/western')
})

test('the four tabs @once', async ({ page }) => {
  await search(page, '茶馆')
  const tabs = page.getByRole('navigation', { name: '搜索范围' })
  await expect(tabs.getByRole('link')).toHaveText(['全部', '有码', '无码', '欧美'])
  await total(page, withTitle('茶馆'))
  for (const channel of CHANNEL_NAMES) {
    const { label, place } = CHANNELS[channel]
    const tab = tabs.getByRole('link', { name: label })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await total(page, withTitle('茶馆', [channel]))
    for (const title of await titles(page).allTextContents()) expect(title).toMatch(new RegExp(`^${place}`))
  }
  await tabs.getByRole('link', { name: '全部' }).click()
  await total(page, withTitle('茶馆'))
})
