import { expect, type Page } from '@playwright/test'
import { becomeMember, logIn } from '../../e2e/support/member.ts'
import { makeOperator } from '../../e2e/support/operator.ts'
import { becomeVip, makeCode, redeem } from '../../e2e/support/vip.ts'

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
  /** Trouble it cannot do without. */
  trouble?: RegExp[]
  /** Brings up what does not stand at an address of its own. */
  open?: (page: Page) => Promise<void>
}

/** Address of a work of a channel that has cast, magnets and stills, or of one that can be watched `online`. */
function work(channel: string): string {
  const paths = JSON.parse(process.env.SCREENS_WORKS ?? '{}') as Record<string, string>
  return paths[channel] ?? `/${channel}/none`
}

/** Becomes VIP; their list comes after everything else, so that what stands in its place is seen. */
const vipWithLateList = async (page: Page) => {
  await becomeVip(page)
  await page.route('**/v2/user/collect/detail/list*', async (route) => {
    await shows('还剩')(page)
    await expect(page.getByRole('button', { name: '新建' })).toBeVisible()
    await page.waitForLoadState('load')
    await route.continue()
  })
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

const keys = async (page: Page) => {
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '键盘操作' })).toBeVisible()
}
const laidOut = (density: string) => async (page: Page) => {
  await page.addInitScript((chosen) => localStorage.setItem('yingku.density', chosen), density)
}
const copyAll = async (page: Page) => {
  await page.getByRole('button', { name: '全部复制' }).click()
  await expect(page.getByRole('dialog', { name: '全部复制' })).toBeVisible()
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

const channels = async (page: Page) => {
  await page.getByRole('button', { name: '確認付款' }).click()
  await expect(page.getByRole('button', { name: /微信支付/ })).toBeVisible()
}
const codeShop = async (page: Page) => {
  await page.getByRole('button', { name: '没有激活码点我购买' }).click()
  await expect(page.getByRole('button', { name: /微信支付/ })).toBeVisible()
}
/** Orders the chosen plan through the sandbox's Alipay, and presses a button of its cashier. */
async function order(page: Page, happens: string): Promise<void> {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: /支付宝支付/ }).click()
  const cashier = await opening
  await cashier.getByRole('button', { name: happens }).click()
  await expect(cashier.getByRole('button', { name: happens })).toHaveCount(0)
  await cashier.close()
}
/** A member with an unpaid order, a paid one, and a bought code. */
const buySome = async (page: Page) => {
  await becomeMember(page)
  await page.goto('/sub')
  await codeShop(page)
  await page.getByRole('radio', { name: /双月VIP-激活码/ }).check()
  await order(page, '支付成功')
  await page.goto('/pay')
  await page.getByRole('radio', { name: /VIP月卡/ }).check()
  await channels(page)
  await order(page, '支付成功')
  await page.goto('/pay')
  await channels(page)
  await order(page, '取消')
}
const film = async (page: Page) => {
  await page.getByRole('button', { name: '在线观看' }).click()
  const video = page.getByRole('region', { name: /播放器$/ }).locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
  await page.keyboard.press('k')
  await page.keyboard.press('3')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.seeking)).toBe(false)
}
/** Leaves the films of the works opened last at different places, one in its first minutes and one in its last. */
const beginFilms = async (page: Page) => {
  for (const part of ['western', 'uncensored', 'censored', 'online']) {
    await page.goto(work(part))
    await shows('演员表')(page)
  }
  await page.evaluate(() => {
    const works: { id: string }[] = JSON.parse(localStorage.getItem('historyListData') ?? '[]')
    const left = works.map((one, index) => [one.id, [[310, 2700, 5400, 6780][index], 9 - index, 7200, one]])
    localStorage.setItem('yingku.positions', JSON.stringify(Object.fromEntries(left)))
  })
}
const filmHelp = async (page: Page) => {
  await film(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '操作说明' })).toBeVisible()
}
const vipNeeded = async (page: Page) => {
  await page.getByRole('button', { name: '在线观看' }).click()
  await expect(page.getByRole('dialog', { name: '开通VIP' })).toBeVisible()
}
const magnetsRefused = async (page: Page) => {
  // A row's button says 已复制 for a while: the rows are counted, not the buttons of one name.
  const copy = (row: number) => page.getByRole('tabpanel').getByRole('listitem').nth(row).getByRole('button')
  for (const left of [2, 1, 0]) {
    await copy(2 - left).click()
    await expect(page.getByText(`今日还可复制 ${left} 次`)).toBeVisible()
  }
  await copy(3).click()
  await expect(page.getByRole('dialog', { name: '登录提示' })).toBeVisible()
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
  await logIn(page, await makeOperator(process.env.E2E_FOLDER ?? '', 'admin'))
}
/** An operator who may do everything, with orders of somebody, and a batch of codes. */
const till = async (page: Page) => {
  await buySome(page)
  await redeem(page, await makeCode('VIP月卡'))
  await page.evaluate(() => localStorage.removeItem('accessToken'))
  await logIn(page, await makeOperator(process.env.E2E_FOLDER ?? '', 'admin'))
}
/** Makes some codes, which are shown this once. */
const freshCodes = async (page: Page) => {
  await press('生成激活码', /^生成激活码/)(page)
  await page.getByLabel('数量').fill('24')
  await page.getByRole('button', { name: '生成', exact: true }).click()
  await expect(page.getByRole('button', { name: '下载文件' })).toBeVisible()
}
const rows = (page: Page) => expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
const mergeTarget = async (page: Page) => {
  await page
    .getByRole('button', { name: /^合并 / })
    .first()
    .click()
  const asking = page.getByRole('dialog', { name: /^合并/ })
  await asking.getByRole('searchbox').fill('月')
  await asking.getByRole('button', { name: '搜索' }).click()
  await asking.getByRole('radio').first().check()
  await expect(asking.getByLabel('原因')).toBeVisible()
}
const press = (name: string, dialog: RegExp) => async (page: Page) => {
  await page
    .getByRole('button', { name: new RegExp(`^${name}( |$)`) })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: dialog }).getByRole('textbox').first()).toBeVisible()
}

/** The drawer of a member who asked something, not the operator's own. */
const member = async (page: Page) => {
  await page.getByRole('row').filter({ hasText: '会员' }).getByRole('button', { name: /^查看/ }).first().click()
  await expect(page.getByRole('button', { name: '更改角色' })).toBeVisible()
}
const memberDialog = (name: string) => async (page: Page) => {
  await member(page)
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('textbox', { name: '原因' })).toBeVisible()
}
const article = (page: Page) => expect(page.getByRole('article').getByRole('listitem').first()).toBeVisible()

/** Every screen of the site. */
export const SCREENS: readonly Screen[] = [
  { name: 'gate', path: '/', firstVisit: true, ready: heading('年龄确认') },
  { name: 'home', path: '/index', ready: home, whole: true },
  { name: 'home-begun', path: '/index', before: beginFilms, ready: home, whole: true },
  { name: 'film-begun', path: work('online'), before: beginFilms, ready: shows('在线观看 · 从 5:10 继续') },
  { name: 'censored', path: '/censored', ready: works },
  { name: 'censored-by-views', path: '/censored?sort=views', ready: works },
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
  {
    name: 'performer-header',
    path: '/performer/index',
    ready: browse,
    open: async (page) => {
      await page.getByRole('complementary', { name: '女优合集' }).getByRole('link').first().click()
      await expect(page.getByRole('button', { name: /^关注/ })).toBeVisible()
    },
  },
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
  { name: 'user-follows', path: '/user?tab=follow', before: keepSome, ready: shows('还没有关注任何人或片商~') },
  { name: 'history', path: '/user?tab=history', before: keepSome, ready: works },
  { name: 'member-menu', path: '/user', before: keepSome, ready: works, open: memberMenu },
  { name: 'account', path: '/user/account', before: newMember, ready: shows('最近使用'), whole: true },
  { name: 'picker', path: work('censored'), before: newMember, ready: shows('演员表'), open: picker },
  { name: 'message-visitor', path: '/message', ready: shows('还没有登录') },
  { name: 'message-empty', path: '/message', before: newMember, ready: shows('还没有提交过问题') },
  { name: 'message', path: '/message', before: askSome, ready: shows('待答复') },
  { name: 'message-open', path: '/message', before: askSome, ready: shows('待答复'), open: conversation },
  { name: 'report', path: work('censored'), ready: shows('演员表'), open: report },
  { name: 'admin-nobody', path: '/admin', ready: shows('没有权限') },
  { name: 'admin-dashboard', path: '/admin/dashboard', before: operator, ready: shows('近 30 天'), whole: true },
  { name: 'admin-messages', path: '/admin/messages', before: operator, ready: rows },
  {
    name: 'admin-conversation',
    path: '/admin/messages',
    before: operator,
    ready: rows,
    open: press('回复', /沟通$/),
  },
  { name: 'admin-works', path: '/admin/works', before: operator, ready: rows, whole: true },
  { name: 'admin-edit', path: '/admin/works', before: operator, ready: rows, open: press('编辑', /^编辑/) },
  { name: 'admin-hide', path: '/admin/works', before: operator, ready: rows, open: press('隐藏', /^隐藏/) },
  {
    name: 'admin-create-work',
    path: '/admin/works',
    before: operator,
    ready: rows,
    open: press('新建作品', /^新建作品/),
  },
  { name: 'admin-terms', path: '/admin/terms', before: operator, ready: rows, whole: true },
  { name: 'admin-term-edit', path: '/admin/terms', before: operator, ready: rows, open: press('编辑', /^编辑/) },
  {
    name: 'admin-term-create',
    path: '/admin/terms',
    before: operator,
    ready: rows,
    open: press('新建词条', /^新建词条/),
  },
  { name: 'admin-term-merge', path: '/admin/terms?kind=performer', before: operator, ready: rows, open: mergeTarget },
  { name: 'admin-import', path: '/admin/import', before: operator, ready: shows('还没有导入过文件') },
  { name: 'admin-reports', path: '/admin/reports', before: operator, ready: rows },
  { name: 'admin-orders', path: '/admin/orders', before: till, ready: rows, trouble: [/other host: .*\/sandbox\//] },
  {
    name: 'admin-order',
    path: '/admin/orders?status=1',
    before: till,
    ready: rows,
    open: async (page) => {
      await page.getByRole('button', { name: '查看' }).first().click()
      await expect(page.getByRole('button', { name: '重新查询' })).toBeVisible()
    },
    trouble: [/other host: .*\/sandbox\//],
  },
  { name: 'admin-plans', path: '/admin/plans', before: operator, ready: rows, whole: true },
  { name: 'admin-plan', path: '/admin/plans', before: operator, ready: rows, open: press('编辑', /^编辑/) },
  { name: 'admin-codes', path: '/admin/codes', before: till, ready: rows, trouble: [/other host: .*\/sandbox\//] },
  { name: 'admin-codes-fresh', path: '/admin/codes', before: operator, ready: shows('生成激活码'), open: freshCodes },
  { name: 'admin-downloads', path: '/admin/downloads', before: operator, ready: shows('下载申请') },
  { name: 'admin-members', path: '/admin/members', before: operator, ready: rows, whole: true },
  { name: 'admin-member', path: '/admin/members', before: operator, ready: rows, open: member },
  { name: 'admin-days', path: '/admin/members', before: operator, ready: rows, open: memberDialog('调整VIP天数') },
  { name: 'admin-role', path: '/admin/members', before: operator, ready: rows, open: memberDialog('更改角色') },
  { name: 'admin-settings', path: '/admin/settings', before: operator, ready: rows, whole: true },
  { name: 'admin-audit', path: '/admin/audit', before: operator, ready: shows('操作日志') },
  { name: 'terms', path: '/terms', ready: article },
  { name: 'privacy', path: '/privacy', ready: article, whole: true },
  { name: 'contact-first', path: '/contact', firstVisit: true, ready: article },
  { name: 'login', path: '/login', ready: captcha },
  { name: 'login-refused', path: '/login', ready: captcha, open: sendEmpty('登录') },
  { name: 'register', path: '/register', ready: captcha, whole: true },
  { name: 'pay', path: '/pay', ready: shows('活动价'), whole: true },
  { name: 'pay-vip', path: '/pay', before: becomeVip, ready: shows('续费顺延') },
  { name: 'pay-channels', path: '/pay', before: newMember, ready: shows('活动价'), open: channels },
  { name: 'orders-visitor', path: '/orders', ready: shows('登录后查看订单') },
  { name: 'orders-empty', path: '/orders', before: newMember, ready: shows('还没有订单') },
  {
    name: 'orders',
    path: '/orders',
    before: buySome,
    ready: shows('已支付-完成'),
    whole: true,
    // The cashier's address names the server itself, which stands behind another one here.
    trouble: [/other host: .*\/sandbox\//],
  },
  { name: 'sub', path: '/sub', ready: shows('没有激活码点我购买') },
  { name: 'sub-shop', path: '/sub', before: newMember, ready: shows('没有激活码点我购买'), open: codeShop },
  { name: 'user-vip', path: '/user', before: vipWithLateList, ready: shows('暂时没有收藏内容~') },
  { name: 'film', path: work('online'), before: becomeVip, ready: shows('演员表'), open: film },
  { name: 'film-help', path: work('online'), before: becomeVip, ready: shows('演员表'), open: filmHelp },
  {
    name: 'vip-needed',
    path: work('online'),
    before: newMember,
    ready: shows('演员表'),
    open: vipNeeded,
    trouble: [/status 422: .*\/video\//, /Failed to load resource/],
  },
  { name: 'magnets-copy-all', path: `${work('censored')}?tab=magnet`, ready: shows('GB'), open: copyAll },
  { name: 'magnets-refused', path: `${work('censored')}?tab=magnet`, ready: shows('GB'), open: magnetsRefused },
  { name: 'unknown', path: '/nowhere/at/all', ready: shows('访问资源不存在') },
  { name: 'menu', path: '/censored', ready: works, open: menu },
  { name: 'keys', path: '/censored', ready: works, open: keys },
  { name: 'list-dense', path: '/censored', before: laidOut('dense'), ready: works },
  { name: 'list-rows', path: '/top?tab=average', before: laidOut('list'), ready: works },
  { name: 'list-jumped', path: '/censored?page=3', ready: works },
  {
    name: 'discreet',
    path: '/censored',
    ready: works,
    open: async (page) => {
      await page.evaluate(() => document.documentElement.classList.add('discreet'))
    },
  },
]
