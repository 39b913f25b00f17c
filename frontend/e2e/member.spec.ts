import type { Page } from '@playwright/test'
import { numberOf, workAt } from './support/catalogue.ts'
import {
  accessToken,
  becomeMember,
  captchaDuring,
  fill,
  letTokenExpire,
  like,
  logIn,
  newName,
  PASSWORD,
  register,
  signIn,
} from './support/member.ts'
import { idOf, workPath } from './support/site.ts'
import { confirmedAt, expect, SITE, test } from './support/test.ts'

const likeButton = (page: Page) => page.getByRole('button', { name: /喜欢$/ })
const collectButton = (page: Page) => page.getByRole('button', { name: /收藏$/ })
const picker = (page: Page) => page.getByRole('dialog', { name: '选择收藏夹' })
const cards = (page: Page) => page.getByRole('tabpanel').getByRole('article')

test('with a keyboard up the reply form and the newest words of a conversation are in sight @once', async ({
  page,
}) => {
  await becomeMember(page)
  await page.setViewportSize({ width: 390, height: 480 })
  await page.goto('/message')
  await page.getByRole('textbox', { name: '新的问题' }).fill('请问什么时候更新')
  await page.getByRole('button', { name: '提交问题' }).click()
  const talk = page.getByRole('dialog', { name: '沟通详情' })
  const send = talk.getByRole('button', { name: '确 认 提交' })
  const open = () => page.getByRole('button', { name: /请问什么时候更新/ }).click()
  await open()
  for (const words of ['补充一', '补充二', '补充三']) {
    await talk.getByRole('textbox', { name: '继续沟通' }).fill(words)
    await send.click()
    await expect(talk.getByRole('listitem').last()).toContainText(words)
  }
  await talk.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(talk).toBeHidden()
  await open()
  await expect(send).toBeInViewport({ ratio: 1 })
  await expect(talk.getByText('补充三')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 380 })
  await expect(send).toBeInViewport({ ratio: 1 })
  await expect(talk.getByText('补充三')).toBeInViewport({ ratio: 1 })
})

test('register, log in, collect, choose, like, look back, reload, go on past the token’s end, and log out', async ({
  page,
  trouble,
}) => {
  trouble.allow(/status 401/, /^console error: Failed to load resource/)
  const work = workAt('censored', 3)
  const name = newName()
  await register(page, name)
  await expect(page.getByLabel('用户名', { exact: true })).toHaveValue(name)
  await logIn(page, name)
  await expect(page.getByText('普通会员')).toBeVisible()
  await expect(page.getByText('暂时没有收藏内容~')).toBeVisible()

  await page.goto(workPath('censored', 3))
  await collectButton(page).click()
  await expect(page.getByText('已添加到默认收藏夹')).toBeVisible()
  await page.getByRole('button', { name: '更改' }).click()
  await expect(picker(page).getByRole('checkbox', { name: /默认收藏夹/ })).toBeChecked()
  await picker(page).getByRole('button', { name: '新建收藏夹' }).click()
  await page.getByLabel('名称').fill('雨天看')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(picker(page).getByRole('checkbox', { name: /雨天看/ })).toBeChecked()
  await picker(page)
    .getByRole('checkbox', { name: /默认收藏夹/ })
    .uncheck()
  await picker(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('收藏已保存')).toBeVisible()
  await expect(page.getByRole('button', { name: '已收藏' })).toBeVisible()
  // The button says so before the server knows, and a page that goes takes its calls along.
  const known = page.waitForResponse(/\/user\/like/)
  await likeButton(page).click()
  await expect(page.getByRole('button', { name: '已喜欢' })).toHaveAttribute('aria-pressed', 'true')
  await known

  await page.goto('/user')
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^雨天看/ }).click()
  await expect(cards(page)).toContainText([work.number])
  await page.getByRole('button', { name: /^默认收藏夹/ }).click()
  await expect(page.getByText('暂时没有收藏内容~')).toBeVisible()
  await page.getByRole('tab', { name: '喜欢' }).click()
  await expect(cards(page)).toContainText([work.number])
  await page.getByRole('tab', { name: '浏览记录' }).click()
  await expect(cards(page)).toContainText([work.number])

  await page.reload()
  await expect(page.getByText(name)).toBeVisible()
  await letTokenExpire(page)
  const old = await accessToken(page)
  await page.goto(workPath('censored', 3))
  await expect(page.getByRole('button', { name: '已收藏' })).toBeVisible()
  await expect(page.getByRole('button', { name: '已喜欢' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await accessToken(page)).not.toBe(old)

  await page.goto('/user')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  const leaving = page.getByRole('dialog', { name: '退出登录账号?' })
  await expect(leaving.getByText('是否要退出当前登录的账号？')).toBeVisible()
  await leaving.getByRole('button', { name: '退出账号' }).click()
  await expect(page).toHaveURL('/index')
  expect(await accessToken(page)).toBe('')
  await page.goto(workPath('censored', 3))
  await expect(page.getByRole('button', { name: '收藏', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '喜欢', exact: true })).toBeVisible()
})

test('a screen that was kept since a member was there asks nothing of theirs for a visitor @once', async ({ page }) => {
  const name = await becomeMember(page)
  await page.goto('/performer/index')
  await page.getByRole('complementary').getByRole('link').first().click()
  const followed = page.waitForResponse((answer) => answer.url().endsWith('/user/follow') && answer.ok())
  await page.getByRole('button', { name: /^关注/ }).click()
  await followed
  await page.evaluate(() => {
    for (const key of ['accessToken', 'refreshToken', 'login']) localStorage.removeItem(key)
  })
  const row = page.getByRole('region', { name: '我关注的新片' })
  const toMember = () => page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '我的' }).click()

  await page.goto('/index')
  await expect(page.getByRole('list', { name: '有码最新' }).getByRole('article').first()).toBeVisible()
  await toMember()
  const code = await captchaDuring(page, () => page.getByRole('link', { name: '去登录' }).click())
  await fill(page, { 用户名: name, 密码: PASSWORD, 验证码: code })
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL('/user')
  await page.getByRole('link', { name: '映库 首页' }).click()
  await expect(row).toBeVisible()
  await toMember()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/user/follow')) asked.push(request.url())
  })
  await page.getByRole('button', { name: '退出账号' }).click()
  await expect(page).toHaveURL('/index')
  await expect(row).toHaveCount(0)
  // What the screen asks for when it comes back is sent before an answer to this.
  await page.getByRole('main').getByRole('link', { name: /更多/ }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: '本月排行' })).toBeVisible()
  expect(asked).toEqual([])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a write whose token has run out is sent again unseen @once', async ({ page, trouble }) => {
  trouble.allow(/status 401/, /^console error: Failed to load resource/)
  await becomeMember(page)
  await page.goto(workPath('censored', 4))
  await expect(likeButton(page)).toBeVisible()
  await letTokenExpire(page)
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/user/like') && answer.ok())
  await likeButton(page).click()
  await answered
  await expect(page.getByRole('button', { name: '已喜欢' })).toBeVisible()
  await expect(page.getByText('您的操作速度太快了！')).toHaveCount(0)
})

test('two presses on collect within a second send one call and say nothing but that it was added @once', async ({
  page,
}) => {
  await becomeMember(page)
  await page.goto(workPath('censored', 5))
  let answer = () => {}
  const answered = new Promise<void>((done) => {
    answer = done
  })
  const calls: string[] = []
  await page.route('**/v2/user/collect/adds', async (route) => {
    calls.push(route.request().url())
    await answered
    await route.continue()
  })
  await collectButton(page).dblclick()
  answer()
  await expect(page.getByText('已添加到默认收藏夹')).toBeVisible()
  await expect(page.getByRole('button', { name: '已收藏' })).toBeVisible()
  await expect(page.getByText('您的操作速度太快了！')).toHaveCount(0)
  expect(calls).toHaveLength(1)
})

test('a work goes into five collections, not six, and out of all of them @once', async ({ page }) => {
  await becomeMember(page)
  await page.goto(workPath('uncensored', 2))
  await collectButton(page).click()
  await expect(page.getByRole('button', { name: '已收藏' })).toBeVisible()
  await collectButton(page).click()
  for (const name of ['二', '三', '四', '五', '六']) {
    await picker(page).getByRole('button', { name: '新建收藏夹' }).click()
    await page.getByLabel('名称').fill(`第${name}个`)
    await page.getByRole('button', { name: '保存' }).click()
    await expect(picker(page).getByRole('checkbox', { name: new RegExp(`第${name}个`) })).toBeVisible()
  }
  await expect(picker(page).getByText('已选 5 个，一个作品最多收藏到5个收藏夹')).toBeVisible()
  await expect(picker(page).getByRole('checkbox', { name: /第六个/ })).toBeDisabled()
  await picker(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('收藏已保存')).toBeVisible()
  await collectButton(page).click()
  for (const box of await picker(page).getByRole('checkbox', { checked: true }).all()) {
    await expect(box).toBeVisible()
  }
  const checked = picker(page).getByRole('checkbox', { checked: true })
  await expect(checked).toHaveCount(5)
  for (let left = 5; left > 0; left--) {
    await checked.first().uncheck()
    await expect(checked).toHaveCount(left - 1)
  }
  await picker(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已取消收藏')).toBeVisible()
  await expect(page.getByRole('button', { name: '收藏', exact: true })).toBeVisible()
})

test('a long collection comes page by page behind a divider, and stays as it was @once', async ({ page }) => {
  await becomeMember(page)
  for (let index = 0; index < 11; index++) await like(page, idOf(numberOf('western', index)))
  await page.goto(workPath('western', 11))
  // Leaving the page would cancel calls that are still waiting.
  const liked = page.waitForResponse(/\/user\/like$/)
  await likeButton(page).click()
  await liked
  const collected = page.waitForResponse(/\/user\/collect\/adds$/)
  await collectButton(page).click()
  await collected
  await page.goto('/user?tab=like')
  await expect(cards(page)).toHaveCount(10)
  await page.getByRole('button', { name: '点击加载更多' }).click()
  await expect(cards(page)).toHaveCount(12)
  await expect(page.getByText('没有更多了')).toBeVisible()
  await cards(page).nth(11).getByRole('link').click()
  await expect(page.getByRole('tab', { name: '作品详情' })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(12)
})

test('a collection is made, renamed and deleted @once', async ({ page }) => {
  await becomeMember(page)
  await page.goto('/user')
  await page.getByRole('button', { name: '新建' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('收藏夾名字未填写')).toBeVisible()
  await page.getByLabel('名称').fill('雨天')
  await page.getByLabel('描述（选填）').fill('慢慢看')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: /^雨天/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('私密 · 慢慢看')).toBeVisible()
  await page.getByRole('button', { name: '编辑收藏夹' }).click()
  await page.getByLabel('名称').fill('晴天')
  await page.getByRole('radio', { name: '公开' }).check({ force: true })
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: /^晴天/ })).toBeVisible()
  await expect(page.getByText('公开（目前仍只有您能看到） · 慢慢看')).toBeVisible()
  await page.getByRole('button', { name: '删除收藏夹' }).click()
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByText('收藏夹已删除')).toBeVisible()
  await expect(page.getByRole('button', { name: /^晴天/ })).toHaveCount(0)
})

test('visitors are asked to log in before they can keep anything @once', async ({ page }) => {
  await page.goto(workPath('censored', 0))
  for (const button of [likeButton(page), collectButton(page)]) {
    await button.click()
    const dialog = page.getByRole('dialog', { name: '登录提示' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  await likeButton(page).click()
  await page.getByRole('button', { name: '去登录' }).click()
  await expect(page).toHaveURL('/login')
})

test('the newest version is fetched without forgetting who one is @once', async ({ page }) => {
  const name = await becomeMember(page)
  await page.goto('/user')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '刷新版本' }).click()
  await expect(page.getByText('已是最新版本')).toBeVisible()
  await expect(page.getByText(name)).toBeVisible()
})

test('what two devices do not want to see is hidden on both @once', async ({ page, browser, trouble }) => {
  const name = await becomeMember(page)
  const elsewhere = await browser.newContext({ storageState: confirmedAt(SITE), baseURL: SITE })
  trouble.watch(elsewhere)
  const far = await elsewhere.newPage()
  await signIn(far, name)
  for (const [device, entry] of [
    [page, 0],
    [far, 1],
  ] as const) {
    await device.goto('/performer/index')
    await device.getByRole('complementary').getByRole('link').nth(entry).click()
    await expect(device.getByRole('button', { name: '不想看' })).toBeVisible()
  }
  // Neither knows what the other hides.
  for (const device of [page, far]) {
    const saved = device.waitForResponse((answer) => answer.request().method() === 'PUT')
    await device.getByRole('button', { name: '不想看' }).click()
    expect((await saved).ok()).toBe(true)
  }
  await page.goto('/user')
  await page.getByRole('button', { name: '更多' }).first().click()
  await page.getByRole('button', { name: '不想看的内容' }).click()
  await expect(page.getByRole('dialog', { name: '不想看的内容' }).getByRole('listitem')).toHaveCount(2)
  await elsewhere.close()
})
