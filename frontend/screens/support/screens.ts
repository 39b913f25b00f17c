import { expect, type Page } from '@playwright/test'
import { becomeMember, logIn } from '../../e2e/support/member.ts'
import { makeOperator } from '../../e2e/support/operator.ts'

/** Works that a member with something in every tab keeps. */
const KEPT = 8

/** A screen to look at. */
export interface Screen {
  name: string
  path: string
  /** Waits until everything of the first sight is there. */
  ready: (page: Page) => Promise<void>
  /** The visitor has not answered the age question. */
  firstVisit?: boolean
  /** What happens before the screen is opened, unwatched: becoming a member, for instance. */
  before?: (page: Page) => Promise<void>
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

const captcha = (page: Page) => expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible()
const sendEmpty = (button: string) => async (page: Page) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByText('用户名至少6位数')).toBeVisible()
}
const newMember = async (page: Page) => {
  await becomeMember(page)
}
/** A member who likes and collects enough works for a screen full. */
const keepSome = async (page: Page) => {
  await becomeMember(page)
  await page.goto('/western')
  await works(page)
  const links = page.getByRole('main').getByRole('article').getByRole('link')
  const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  for (const path of paths.slice(0, KEPT)) {
    await page.goto(path)
    await page.getByRole('button', { name: '喜欢', exact: true }).click()
    await page.getByRole('button', { name: '收藏', exact: true }).click()
    await expect(page.getByText('已添加到默认收藏夹')).toBeVisible()
  }
}
const memberMenu = async (page: Page) => {
  await page.getByRole('button', { name: '更多' }).click()
  await expect(page.getByRole('dialog', { name: '更多' })).toBeVisible()
}
const picker = async (page: Page) => {
  await page.getByRole('button', { name: '收藏', exact: true }).click()
  await page.getByRole('button', { name: '更改' }).click()
  await expect(page.getByRole('checkbox', { name: /默认收藏夹/ })).toBeVisible()
}

const QUESTIONS = ['什么时候可以看到新的作品？', '请求收录 YKA-201，谢谢。', '封面打不开，请看一下。']
/** A member who asked support something. */
const askSome = async (page: Page) => {
  await becomeMember(page)
  for (const question of QUESTIONS) {
    await page.goto('/message')
    await page.getByRole('textbox', { name: '新的问题' }).fill(question)
    await page.getByRole('button', { name: '提交问题' }).click()
    await expect(page.getByRole('button', { name: question })).toBeVisible()
  }
}
const conversation = async (page: Page) => {
  await page.getByRole('button', { name: QUESTIONS[1] }).click()
  await expect(page.getByRole('textbox', { name: '继续沟通' })).toBeVisible()
}
const report = async (page: Page) => {
  await page.getByRole('button', { name: '举报此作品' }).click()
  await expect(page.getByRole('radio', { name: '信息有误' })).toBeVisible()
}
/** An operator who may do everything, and a report and questions that wait for her. */
const operator = async (page: Page) => {
  await askSome(page)
  await page.goto(work('censored'))
  await report(page)
  await page.getByRole('radio', { name: '信息有误' }).check()
  await page.getByRole('button', { name: '提交举报' }).click()
  await expect(page.getByText('已收到您的举报')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('accessToken'))
  await logIn(page, await makeOperator(process.env.SCREENS_FOLDER ?? '', 'admin'))
}
const rows = (page: Page) => expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
const press = (name: string, dialog: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: dialog }).getByRole('textbox').first()).toBeVisible()
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
  { name: 'user-visitor', path: '/user', ready: shows('暂时没有收藏内容~') },
  { name: 'history-empty', path: '/user?tab=history', ready: shows('还没有浏览记录') },
  { name: 'user', path: '/user', before: keepSome, ready: works },
  { name: 'user-likes', path: '/user?tab=like', before: keepSome, ready: works },
  { name: 'history', path: '/user?tab=history', before: keepSome, ready: works },
  { name: 'member-menu', path: '/user', before: keepSome, ready: works, open: memberMenu },
  { name: 'account', path: '/user/account', before: newMember, ready: shows('最近使用'), whole: true },
  { name: 'picker', path: work('censored'), before: newMember, ready: shows('演员表'), open: picker },
  { name: 'message-visitor', path: '/message', ready: shows('还没有登陆') },
  { name: 'message-empty', path: '/message', before: newMember, ready: shows('还没有提交过问题') },
  { name: 'message', path: '/message', before: askSome, ready: shows('待答复') },
  { name: 'message-open', path: '/message', before: askSome, ready: shows('待答复'), open: conversation },
  { name: 'report', path: work('censored'), ready: shows('演员表'), open: report },
  { name: 'desk-nobody', path: '/admin', ready: shows('没有权限') },
  { name: 'desk-messages', path: '/admin/messages', before: operator, ready: rows },
  {
    name: 'desk-conversation',
    path: '/admin/messages',
    before: operator,
    ready: rows,
    open: press('回复', /沟通$/),
  },
  { name: 'desk-works', path: '/admin/works', before: operator, ready: rows, whole: true },
  { name: 'desk-edit', path: '/admin/works', before: operator, ready: rows, open: press('编辑', /^编辑/) },
  { name: 'desk-hide', path: '/admin/works', before: operator, ready: rows, open: press('隐藏', /^隐藏/) },
  { name: 'desk-reports', path: '/admin/reports', before: operator, ready: rows },
  { name: 'desk-audit', path: '/admin/audit', before: operator, ready: shows('操作日志') },
  { name: 'login', path: '/login', ready: captcha },
  { name: 'login-refused', path: '/login', ready: captcha, open: sendEmpty('登陆') },
  { name: 'register', path: '/register', ready: captcha, whole: true },
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
