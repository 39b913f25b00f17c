import { expect, type Page } from '@playwright/test'
import { becomeVip } from '../../e2e/support/vip.ts'
import {
  article,
  askSome,
  beginFilms,
  browse,
  buySome,
  captcha,
  channels,
  codeShop,
  conversation,
  copyAll,
  film,
  filmHelp,
  filterSaved,
  filters,
  followSome,
  freshCodes,
  heading,
  home,
  keepSome,
  keys,
  laidOut,
  magnetsRefused,
  member,
  memberDialog,
  memberMenu,
  menu,
  mergeTarget,
  newMember,
  operator,
  picker,
  press,
  report,
  rows,
  sendEmpty,
  shows,
  till,
  vipNeeded,
  vipWithLateList,
  work,
  works,
} from './steps.ts'

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
  { name: 'search-corrected', path: '/search/灯搭', ready: shows('已显示') },
  { name: 'filters', path: '/censored', before: filterSaved, ready: works, open: filters },
  { name: 'similar', path: `/similar/${work('censored').split('/').at(-1)}`, ready: works },
  {
    name: 'similar-filters',
    path: `/similar/${work('censored').split('/').at(-1)}?sort=score`,
    ready: works,
    open: filters,
  },
  { name: 'new', path: '/new', ready: works },
  { name: 'search-refused', path: '/search', ready: shows('搜索限制为1-32个字符') },
  { name: 'top', path: '/top', ready: works },
  { name: 'top-month', path: '/top/month', ready: works },
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
  { name: 'user-likes-filters', path: '/user?tab=like&dht=1', before: keepSome, ready: works, open: filters },
  { name: 'user-likes-none', path: '/user?tab=like&length=-29', before: keepSome, ready: shows('没有符合的影片') },
  { name: 'user-follows', path: '/user?tab=follow', before: keepSome, ready: shows('还没有关注任何人或片商~') },
  { name: 'user-followed', path: '/user?tab=follow', before: followSome, ready: works },
  { name: 'history', path: '/user?tab=history', before: keepSome, ready: works },
  { name: 'history-filters', path: '/user?tab=history', before: keepSome, ready: works, open: filters },
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
  { name: 'recover', path: '/recover', ready: captcha, whole: true },
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
