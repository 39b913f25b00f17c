import { expect, type Page } from '@playwright/test'
import { becomeMember, signIn } from '../../e2e/support/member.ts'
import { makeOperator } from '../../e2e/support/operator.ts'
import { browse, shows, works } from '../../e2e/support/shown.ts'
import { becomeVip, makeCode, redeem } from '../../e2e/support/vip.ts'

export { browse, shows, works }

/** Works that a member with something in every tab keeps. */
const KEPT = 8

/** Address of a work of a channel that has cast, magnets and stills, or of one that can be watched `online`. */
export function work(channel: string): string {
  const paths = JSON.parse(process.env.SCREENS_WORKS ?? '{}') as Record<string, string>
  return paths[channel] ?? `/${channel}/none`
}

/** Becomes VIP; their list comes after everything else, so that what stands in its place is seen. */
export const vipWithLateList = async (page: Page) => {
  await becomeVip(page)
  await page.route('**/v2/user/collect/detail/list*', async (route) => {
    await shows('还剩')(page)
    await expect(page.getByRole('button', { name: '新建' })).toBeVisible()
    await page.waitForLoadState('load')
    await route.continue()
  })
}
export const heading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeAttached()
export const home = async (page: Page) => {
  for (const name of [/^本月/, '有码最新', '无码最新', '欧美最新']) {
    await expect(page.getByRole('list', { name }).getByRole('article').first()).toBeAttached()
  }
}
export const menu = async (page: Page) => {
  await page.getByRole('button', { name: '打开菜单' }).click()
  await expect(page.getByRole('dialog', { name: '菜单' })).toBeVisible()
}

/** A device that keeps a filter under a name. */
export const filterSaved = async (page: Page) => {
  const filters = [{ name: '高分长片', query: 'score=4' }]
  await keep(page, 'yingku.filters', JSON.stringify({ filters, login: '' }))
}
export const filters = async (page: Page) => {
  const button = page.getByRole('button', { name: '筛选' }).first()
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
  await expect(page.getByRole('group', { name: '资源' })).toBeVisible()
}
/** A member who follows a performer. */
export const followSome = async (page: Page) => {
  await becomeMember(page)
  await page.goto('/performer/index')
  await browse(page)
  await page.getByRole('complementary', { name: '女优合集' }).getByRole('link').first().click()
  await page.getByRole('button', { name: /^关注/ }).click()
  await page.getByRole('button', { name: '不用' }).click()
  await expect(page.getByRole('button', { name: /^关注/, pressed: true })).toBeVisible()
}

export const keys = async (page: Page) => {
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '键盘操作' })).toBeVisible()
}
/** Keeps something on the device, before the page's own scripts run. An empty page has no device to keep it on. */
const keep = (page: Page, name: string, text: string) =>
  page.addInitScript(([key, value]) => location.protocol === 'about:' || localStorage.setItem(key, value), [
    name,
    text,
  ] as const)
export const laidOut = (density: string) => async (page: Page) => {
  await keep(page, 'yingku.density', density)
}
export const copyAll = async (page: Page) => {
  await page.getByRole('button', { name: '全部复制' }).click()
  await expect(page.getByRole('dialog', { name: '全部复制' })).toBeVisible()
}

export const captcha = (page: Page) => expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible()
export const sendEmpty = (button: string) => async (page: Page) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByText('用户名至少6位数')).toBeVisible()
}
export const newMember = async (page: Page) => {
  await becomeMember(page)
}
/** A member who likes and collects enough works for a screen full. */
export const keepSome = async (page: Page) => {
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
export const memberMenu = async (page: Page) => {
  await page.getByRole('button', { name: '更多' }).click()
  await expect(page.getByRole('dialog', { name: '更多' })).toBeVisible()
}
export const askDownload = async (page: Page) => {
  await page.getByRole('button', { name: '离线下载' }).first().click()
  await expect(page.getByRole('dialog', { name: '申请离线下载' })).toBeVisible()
}
/** A VIP member who has asked for a film that cannot be watched. */
export const askForFilm = async (page: Page) => {
  await becomeVip(page)
  await page.goto(`${work('censored')}?tab=magnet`)
  await askDownload(page)
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByRole('link', { name: '已申请' })).toBeVisible()
}
export const picker = async (page: Page) => {
  await page.getByRole('button', { name: '收藏', exact: true }).click()
  await page.getByRole('button', { name: '更改' }).click()
  await expect(page.getByRole('checkbox', { name: /默认收藏夹/ })).toBeVisible()
}

export const channels = async (page: Page) => {
  await page.getByRole('button', { name: '確認付款' }).click()
  await expect(page.getByRole('button', { name: /微信支付/ })).toBeVisible()
}
export const codeShop = async (page: Page) => {
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
export const buySome = async (page: Page) => {
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
export const film = async (page: Page) => {
  await page.getByRole('button', { name: '在线观看' }).click()
  const video = page.getByRole('region', { name: /播放器$/ }).locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
  await page.keyboard.press('k')
  await page.keyboard.press('3')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.seeking)).toBe(false)
}
/** Leaves the films of the works opened last at different places, one in its first minutes and one in its last. */
export const beginFilms = async (page: Page) => {
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
export const filmHelp = async (page: Page) => {
  await film(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '操作说明' })).toBeVisible()
}
export const vipNeeded = async (page: Page) => {
  await page.getByRole('button', { name: '在线观看' }).click()
  await expect(page.getByRole('dialog', { name: '开通VIP' })).toBeVisible()
}
export const magnetsRefused = async (page: Page) => {
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
export const askSome = async (page: Page) => {
  await becomeMember(page)
  for (const question of QUESTIONS) {
    await page.goto('/message')
    await page.getByRole('textbox', { name: '新的问题' }).fill(question)
    await page.getByRole('button', { name: '提交问题' }).click()
    await expect(page.getByRole('button', { name: question })).toBeVisible()
  }
}
export const conversation = async (page: Page) => {
  await page.getByRole('button', { name: QUESTIONS[1] }).click()
  await expect(page.getByRole('textbox', { name: '继续沟通' })).toBeVisible()
}
export const report = async (page: Page) => {
  await page.getByRole('button', { name: '举报此作品' }).click()
  await expect(page.getByRole('radio', { name: '信息有误' })).toBeVisible()
}
/** An operator who may do everything, and a report and questions that wait for her. */
export const operator = async (page: Page) => {
  await askSome(page)
  await page.goto(work('censored'))
  await report(page)
  await page.getByRole('radio', { name: '信息有误' }).check()
  await page.getByRole('button', { name: '提交举报' }).click()
  await expect(page.getByText('已收到您的举报')).toBeVisible()
  await signIn(page, await makeOperator(process.env.E2E_FOLDER ?? '', 'admin'))
}
/** An operator who may do everything, with orders of somebody, and a batch of codes. */
export const till = async (page: Page) => {
  await buySome(page)
  await redeem(page, await makeCode('VIP月卡'))
  await signIn(page, await makeOperator(process.env.E2E_FOLDER ?? '', 'admin'))
}
/** Makes some codes, which are shown this once. */
export const freshCodes = async (page: Page) => {
  await press('生成激活码', /^生成激活码/)(page)
  await page.getByLabel('数量').fill('24')
  await page.getByRole('button', { name: '生成', exact: true }).click()
  await expect(page.getByRole('button', { name: '下载文件' })).toBeVisible()
}
export const rows = (page: Page) => expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
const questions = (page: Page) => page.getByRole('region', { name: '留言列表' }).getByRole('link')
export const queue = (page: Page) => expect(questions(page).first()).toBeVisible()
/** The first conversation of the queue, with its reply. */
export const firstQuestion = async (page: Page) => {
  await questions(page).first().click()
  await expect(page.getByRole('textbox', { name: '回复' })).toBeVisible()
}
export const mergeTarget = async (page: Page) => {
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
export const press = (name: string, dialog: RegExp) => async (page: Page) => {
  await page
    .getByRole('button', { name: new RegExp(`^${name}( |$)`) })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: dialog }).getByRole('textbox').first()).toBeVisible()
}

/** The drawer of a member who asked something, not the operator's own. */
export const member = async (page: Page) => {
  await page.getByRole('row').filter({ hasText: '会员' }).getByRole('button', { name: /^查看/ }).first().click()
  await expect(page.getByRole('button', { name: '更改角色' })).toBeVisible()
}
export const memberDialog = (name: string) => async (page: Page) => {
  await member(page)
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('textbox', { name: '原因' })).toBeVisible()
}
export const article = (page: Page) => expect(page.getByRole('article').getByRole('listitem').first()).toBeVisible()
