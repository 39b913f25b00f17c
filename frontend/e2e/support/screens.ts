import type { Page } from '@playwright/test'
import { MANY_MAGNETS } from './catalogue.ts'
import {
  enlargeText,
  expectCardsUncut,
  expectFactsUnbroken,
  expectInWindow,
  expectPageFieldInWindow,
  expectRoomToSearch,
  expectWordsWithin,
} from './large-text.ts'
import { expectGoodLayout, expectLinksAtBottom } from './layout.ts'
import { expectBadgesApart, expectToolsInOrder, expectToolsInSight, expectToolsOnOneLine } from './list-tools.ts'
import { browse, home, shows, works } from './shown.ts'
import { workPath } from './site.ts'
import { expect } from './test.ts'

/** A screen as visitors see it: its address, what shows that it is all there, and what must hold for it. */
export interface Screen {
  path: () => string
  ready: (page: Page) => Promise<void>
  /** On which of the two sizes; on both unless told. */
  size?: 'phone' | 'desktop'
  /** Instead of being open to everybody and no wider than the window. */
  holds?: (page: Page, isMobile: boolean) => Promise<void>
}

const captcha = (page: Page) => expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible()

async function toolsHold(page: Page, isMobile: boolean): Promise<void> {
  await expectGoodLayout(page)
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  await expectToolsOnOneLine(page, isMobile)
  await expectToolsInOrder(page)
  await page.setViewportSize(size)
}

const SMALL_PHONE = { width: 320, height: 640 }

const LISTS: Screen[] = [
  {
    path: () => '/index',
    ready: home,
    holds: async (page) => {
      await expectGoodLayout(page)
      await enlargeText(page)
      await expectCardsUncut(page)
    },
  },
  {
    path: () => '/censored',
    ready: (page) => works(page),
    holds: async (page, isMobile) => {
      await toolsHold(page, isMobile)
      await enlargeText(page)
      await expectCardsUncut(page)
      await expectPageFieldInWindow(page)
      if (isMobile) await expectRoomToSearch(page)
    },
  },
  { path: () => '/uncensored', ready: (page) => works(page) },
  { path: () => '/western', ready: (page) => works(page) },
  { path: () => '/top?tab=collects', ready: (page) => works(page) },
  { path: () => '/tags/index', ready: (page) => works(page) },
]

const LISTS_WITH_SIDEBAR: Screen[] = [
  {
    path: () => '/performer/index',
    ready: browse,
    holds: async (page, isMobile) => {
      await toolsHold(page, isMobile)
      if (!isMobile) return
      await expectToolsInSight(page)
      await expectBadgesApart(page)
      await enlargeText(page)
      const jump = page.getByRole('form', { name: '从这里跳页' })
      await expect(jump).toBeAttached()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SMALL_PHONE.width)
      await expectInWindow(jump.locator('> *'))
    },
  },
  { path: () => '/performer/uncensored/index', ready: browse },
  { path: () => '/maker/index', ready: browse },
  {
    path: () => '/item/index',
    ready: browse,
    holds: async (page) => {
      await enlargeText(page)
      await expectWordsWithin(page, '.tab-bar, .tab-bar-link, .channel-menu .link-tab')
    },
  },
]

const WORKS_AND_SEARCH: Screen[] = [
  { path: () => '/search/灯塔', ready: (page) => works(page) },
  { path: () => '/search/鲸鱼座', ready: shows('没有找到“鲸鱼座”') },
  { path: () => '/search', ready: shows('搜索限制为1-32个字符') },
  {
    path: () => workPath('censored', 0),
    ready: shows('演员表'),
    holds: async (page) => {
      await expectGoodLayout(page)
      await enlargeText(page)
      await page.setViewportSize(SMALL_PHONE)
      await expectWordsWithin(page, '.detail .link-tab, .rv-button')
    },
  },
  { path: () => `${workPath('censored', 0)}?tab=magnet`, ready: shows('3.0GB') },
  {
    path: () => `${workPath('western', 0)}?tab=stills`,
    ready: (page) => expect(page.getByRole('button', { name: '查看剧照 4' })).toBeVisible(),
  },
  {
    // Its rating has two figures.
    path: () => workPath('censored', 5),
    ready: shows('演员表'),
    size: 'phone',
    holds: async (page) => {
      await page.setViewportSize(SMALL_PHONE)
      await enlargeText(page)
      await expectFactsUnbroken(page)
    },
  },
  {
    path: () => `${workPath('censored', MANY_MAGNETS)}?tab=magnet`,
    ready: shows('按日期'),
    size: 'phone',
    holds: async (page) => {
      await page.setViewportSize(SMALL_PHONE)
      await enlargeText(page)
      await expectInWindow(page.locator('.magnets-tools *, .magnets-count > *'))
    },
  },
]

/** Short pages, on a device that keeps nothing. */
const shortPage = async (page: Page) => {
  await expectLinksAtBottom(page)
  await expectGoodLayout(page)
}

const FOR_MEMBERS: Screen[] = [
  { path: () => '/user', ready: shows('暂时没有收藏内容~'), holds: shortPage },
  { path: () => '/user?tab=history', ready: shows('还没有浏览记录'), holds: shortPage },
  { path: () => '/login', ready: captcha, holds: shortPage },
  { path: () => '/register', ready: captcha },
  { path: () => '/recover', ready: captcha },
  { path: () => '/pay', ready: shows('活动价') },
  { path: () => '/sub', ready: shows('没有激活码点我购买') },
  { path: () => '/message', ready: shows('还没有登录') },
  { path: () => '/admin', ready: shows('没有权限') },
]

/** The site's page is shown, and the address is not found. */
const UNKNOWN: Screen[] = [
  {
    path: () => '/nowhere/at/all',
    ready: (page) => expect(page.getByRole('main').getByRole('link').first()).toBeVisible(),
  },
]

/** Every screen of a visitor that is looked at closely, by what one test goes through. */
export const SCREENS = {
  'home and the lists': LISTS,
  'the lists with a sidebar': LISTS_WITH_SIDEBAR,
  'works and the search': WORKS_AND_SEARCH,
  'what is for members, as a visitor sees it': FOR_MEMBERS,
  'an unknown address': UNKNOWN,
}
