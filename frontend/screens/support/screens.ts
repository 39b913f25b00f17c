import { expect, type Page } from '@playwright/test'

/** A screen to look at. */
export interface Screen {
  name: string
  path: string
  /** Waits until everything of the first sight is there. */
  ready: (page: Page) => Promise<void>
  /** The visitor has not answered the age question. */
  firstVisit?: boolean
  /** Also as one tall picture of the whole page. */
  whole?: boolean
  /** Brings up what does not stand at an address of its own. */
  open?: (page: Page) => Promise<void>
}

/** Address of a work of a channel that has cast, magnets and stills. */
function work(channel: string): string {
  const paths = JSON.parse(process.env.SCREENS_WORKS ?? '{}') as Record<string, string>
  return paths[channel] ?? `/${channel}/none`
}

const works = (page: Page) => expect(page.getByRole('main').getByRole('article').nth(5)).toBeVisible()
const shows = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible()
const heading = (name: string) => (page: Page) => expect(page.getByRole('heading', { name }).first()).toBeAttached()
const browse = async (page: Page) => {
  await works(page)
  await expect(page.getByRole('complementary').getByRole('link').first()).toBeVisible()
}
const home = async (page: Page) => {
  for (const name of ['本月排行', '有码最新', '无码最新', '欧美最新']) {
    await expect(page.getByRole('list', { name }).getByRole('article').first()).toBeAttached()
  }
}
const menu = async (page: Page) => {
  await page.getByRole('button', { name: '打开菜单' }).click()
  await expect(page.getByRole('dialog', { name: '菜单' })).toBeVisible()
}

/** Every screen of the site. */
export const SCREENS: readonly Screen[] = [
  { name: 'gate', path: '/', firstVisit: true, ready: heading('年龄确认') },
  { name: 'home', path: '/index', ready: home, whole: true },
  { name: 'censored', path: '/censored', ready: works },
  { name: 'uncensored', path: '/uncensored', ready: works },
  { name: 'western', path: '/western', ready: works },
  { name: 'search', path: '/search/灯塔', ready: works },
  { name: 'search-empty', path: '/search/鲸鱼座流星', ready: shows('没有找到“鲸鱼座流星”') },
  { name: 'search-refused', path: '/search', ready: shows('搜索限制为1-32个字符') },
  { name: 'top', path: '/top', ready: works },
  { name: 'top-collects', path: '/top?tab=collects', ready: works },
  { name: 'tags', path: '/tags/index', ready: works },
  { name: 'series', path: '/series/index', ready: browse },
  { name: 'maker', path: '/maker/index', ready: browse },
  { name: 'performer', path: '/performer/index', ready: browse },
  { name: 'performer-uncensored', path: '/performer/uncensored/index', ready: browse },
  { name: 'detail', path: work('censored'), ready: shows('演员表'), whole: true },
  { name: 'detail-magnets', path: `${work('censored')}?tab=magnet`, ready: shows('GB') },
  {
    name: 'detail-stills',
    path: `${work('censored')}?tab=stills`,
    ready: (page) => expect(page.getByRole('button', { name: '查看剧照 4' })).toBeVisible(),
  },
  {
    name: 'still',
    path: `${work('censored')}?tab=stills`,
    ready: shows('作品剧照'),
    open: async (page) => {
      await page.getByRole('button', { name: '查看剧照 1' }).click()
      await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible()
    },
  },
  { name: 'detail-western', path: work('western'), ready: shows('演员表') },
  { name: 'user', path: '/user', ready: shows('还没有浏览记录') },
  { name: 'login', path: '/login', ready: shows('此功能尚未开放') },
  { name: 'pay', path: '/pay', ready: shows('此功能尚未开放') },
  { name: 'unknown', path: '/nowhere/at/all', ready: shows('访问资源不存在') },
  { name: 'menu', path: '/censored', ready: works, open: menu },
  {
    name: 'discreet',
    path: '/censored',
    ready: works,
    open: async (page) => {
      await page.evaluate(() => document.documentElement.classList.add('discreet'))
    },
  },
]
