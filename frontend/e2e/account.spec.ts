import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectGoodLayout } from './support/layout.ts'
import {
  accessToken,
  becomeMember,
  captchaDuring,
  fill,
  letTokenExpire,
  logIn,
  makeMember,
  newName,
  openForm,
  PASSWORD,
  signIn,
} from './support/member.ts'
import { untilQuiet } from './support/quiet.ts'
import { captchaAnswer } from './support/secrets.ts'
import { copyCatalogue, freePort, removeCatalogue, Server } from './support/server.ts'
import { confirmedAt, expect, SITE, test } from './support/test.ts'

const REFUSED = [/status 401/, /^console error: (Failed to load resource|ApiError)/]
const loginButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: '登录提示' })

/** Refreshes of the tokens from now on, in every window. */
function refreshes(page: Page): string[] {
  const found: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/v2/user/token')) found.push(request.url())
  })
  return found
}

test('a wrong captcha is said, another one comes, and the right one logs in @once', async ({ page, trouble }) => {
  trouble.allow(/status 422/, /^console error: Failed to load resource/)
  const name = await makeMember(page)
  const answer = await openForm(page, '/login')
  const wrong = answer === 'AAAA' ? 'BBBB' : 'AAAA'
  await fill(page, { 用户名: name, 密码: PASSWORD, 验证码: wrong })
  const next = await captchaDuring(page, () => loginButton(page).click())
  await expect(page.getByLabel('验证码', { exact: true })).toHaveAccessibleDescription('验证码错误')
  await expect(page.getByLabel('验证码', { exact: true })).toHaveValue('')
  await fill(page, { 验证码: next.toLowerCase() })
  await loginButton(page).click()
  await expect(page).toHaveURL('/user')
})

test('a press on the captcha brings another one @once', async ({ page }) => {
  const before = await openForm(page, '/login')
  const picture = page.getByRole('img', { name: '验证码图片' })
  const shown = await picture.getAttribute('src')
  const after = await captchaDuring(page, () => page.getByRole('button', { name: '换一张验证码' }).click())
  expect(after).not.toBe(before)
  expect(await picture.getAttribute('src')).not.toBe(shown)
})

test('a wrong password and a taken name are refused with the form kept @once', async ({ page, trouble }) => {
  trouble.allow(/status 422/, /status 409/, /^console error: Failed to load resource/)
  const name = await makeMember(page)
  const answer = await openForm(page, '/login')
  await fill(page, { 用户名: name, 密码: 'quiet-river-28', 验证码: answer })
  await loginButton(page).click()
  await expect(page.getByText('用户名或密码错误')).toBeVisible()
  await expect(page.getByLabel('用户名', { exact: true })).toHaveValue(name)
  const another = await openForm(page, '/register')
  await fill(page, {
    用户名: name.toUpperCase(),
    密码: PASSWORD,
    重复密码: PASSWORD,
    安全邮箱: 'reader@example.org',
    验证码: another,
  })
  await page.getByRole('button', { name: '确认注册' }).click()
  await expect(page.getByLabel('用户名', { exact: true })).toHaveAccessibleDescription('该用户名已被注册')
})

test('what cannot be right is not sent @once', async ({ page }) => {
  await openForm(page, '/register')
  await fill(page, { 用户名: 'abc', 密码: PASSWORD, 重复密码: 'another-one', 安全邮箱: 'x', 验证码: 'a' })
  await page.getByRole('button', { name: '确认注册' }).click()
  for (const message of ['用户名至少6位数', '两次密码输出不一致,请重新输入', '请输入4位验证码']) {
    await expect(page.getByText(message)).toBeVisible()
  }
  await expect(page.getByLabel('安全邮箱', { exact: true })).toHaveAccessibleDescription(/^安全邮箱 有效/)
  await expect(page.getByLabel('用户名', { exact: true })).toBeFocused()
})

test('a remembered password stays on the device, cannot be read, and is there when one comes by a link @once', async ({
  page,
  context,
}) => {
  const name = await makeMember(page)
  const answer = await openForm(page, '/login')
  await fill(page, { 用户名: name, 密码: PASSWORD, 验证码: answer })
  await page.getByRole('checkbox', { name: '记住密码' }).check()
  await loginButton(page).click()
  await expect(page).toHaveURL('/user')
  const cookies = await context.cookies(SITE)
  expect(cookies.map((cookie) => `${cookie.name}=${cookie.value}`).sort()).toEqual(['age=1', 'rememberMe=true'])
  const remembered = cookies.find((cookie) => cookie.name === 'rememberMe')
  expect(remembered?.sameSite).toBe('Strict')
  expect(Math.abs((remembered?.expires ?? 0) - Date.now() / 1000 - 30 * 24 * 3600)).toBeLessThan(3600)
  const kept = JSON.parse((await page.evaluate(() => localStorage.getItem('yingku.remembered'))) ?? '{}')
  expect(kept).toEqual({ userName: name, password: expect.stringMatching(/^v1\.[\w-]+$/) })
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '退出账号' }).click()
  await expect(page).toHaveURL('/index')

  await page.goto('/user')
  const captcha = page.waitForResponse('**/v2/user/captcha')
  await page.locator('.member-header').getByRole('link', { name: '登录' }).click()
  await captcha
  await expect(page.getByLabel('用户名', { exact: true })).toHaveValue(name)
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue(PASSWORD)

  const again = await openForm(page, '/login')
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue(PASSWORD)
  await page.getByRole('checkbox', { name: '记住密码' }).uncheck()
  await fill(page, { 验证码: again })
  await loginButton(page).click()
  await expect(page).toHaveURL('/user')
  expect((await context.cookies(SITE)).map((cookie) => cookie.name)).toEqual(['age'])
  expect(await page.evaluate(() => localStorage.getItem('yingku.remembered'))).toBeNull()
})

test('a member who is logged in already is sent from the login to the member centre @once', async ({ page }) => {
  await becomeMember(page)
  await page.goto('/login')
  await expect(page.getByText('您已经成功登陆账号')).toBeVisible()
  await expect(page).toHaveURL('/user')
})

test('a token that runs out is refreshed unseen, once for all windows @once', async ({ page, context, trouble }) => {
  trouble.allow(REFUSED[0] as RegExp, REFUSED[1] as RegExp)
  const name = await becomeMember(page)
  await page.goto('/user')
  const other = await context.newPage()
  await other.goto('/user')
  await expect(other.getByText(name)).toBeVisible()
  await letTokenExpire(page)
  const old = await accessToken(page)
  const found = refreshes(page)
  await Promise.all([page.reload(), other.reload()])
  for (const visit of [page, other]) {
    await expect(visit.getByText(name)).toBeVisible()
    await expect(visit.getByText('暂时没有收藏内容~')).toBeVisible()
    await expect(visit.getByRole('dialog')).toHaveCount(0)
  }
  expect(found).toHaveLength(1)
  expect(await accessToken(page)).not.toBe(old)
  await expect.poll(() => accessToken(other)).toBe(await accessToken(page))
})

test('a session ended elsewhere shows the dialog, which leads to the login @once', async ({
  page,
  browser,
  trouble,
}) => {
  trouble.allow(REFUSED[0] as RegExp, /status 403/, REFUSED[1] as RegExp)
  const name = await becomeMember(page)
  await page.goto('/user')
  const elsewhere = await browser.newContext({ storageState: confirmedAt(SITE), baseURL: SITE })
  const far = await elsewhere.newPage()
  await signIn(far, name)
  await far.goto('/user/account')
  const other = far.getByRole('listitem').filter({ hasNotText: '本机' }).filter({ hasText: '最近使用' })
  await other.getByRole('button', { name: '退出' }).click()
  await far.getByRole('dialog', { name: '退出该设备?' }).getByRole('button', { name: '退出' }).click()
  await expect(far.getByText('已退出该设备')).toBeVisible()
  await expect(other).toHaveCount(0)
  await elsewhere.close()

  await page.reload()
  await expect(dialog(page)).toBeVisible()
  expect(await accessToken(page)).toBe('')
  await dialog(page).getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('游客')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '去登录' }).click()
  await expect(page).toHaveURL('/login')
})

test('whoever forgot the password sets another one with the code of the registration @once', async ({ page }) => {
  const name = newName()
  const answer = await openForm(page, '/register')
  const texts = { 用户名: name, 密码: PASSWORD, 重复密码: PASSWORD, 安全邮箱: 'reader@example.org', 验证码: answer }
  await fill(page, texts)
  await page.getByRole('button', { name: '确认注册' }).click()
  const shown = page.getByRole('dialog', { name: '保存恢复码' })
  const code = await shown.locator('code').innerText()
  await shown.getByRole('button', { name: '已保存' }).click()
  await expect(page).toHaveURL('/login')
  // The form that is left has a captcha of its own, and stays for a moment after the address has changed.
  const next = await captchaDuring(page, async () => {
    await page.getByRole('link', { name: '忘记密码?点我找回' }).click()
    await expect(page).toHaveURL('/recover')
    await expect(page.getByRole('button', { name: '设置新密码' })).toBeVisible()
  })
  await expect(page.getByLabel('用户名', { exact: true })).toHaveValue(name)
  await expectGoodLayout(page)
  await fill(page, { 恢复码: code.toUpperCase(), 新密码: 'loud-river-28', 重复新密码: 'loud-river-28', 验证码: next })
  await page.getByRole('button', { name: '设置新密码' }).click()
  await expect(shown.locator('code')).not.toHaveText(code)
  await shown.getByRole('button', { name: '已保存' }).click()
  await logIn(page, name, 'loud-river-28')
  await page.goto('/user/account')
  await expect(page.getByText('r***@example.org')).toBeVisible()
  await expect(page.getByText(/^生成于 /).first()).toBeVisible()
})

test('a new password ends the old one and every other session @once', async ({ page, browser }) => {
  const name = await becomeMember(page)
  const elsewhere = await browser.newContext({ storageState: confirmedAt(SITE), baseURL: SITE })
  const far = await elsewhere.newPage()
  await signIn(far, name)
  await far.goto('/user')
  await expect(far.getByText(name)).toBeVisible()
  await page.goto('/user/account')
  await fill(page, { 当前密码: PASSWORD, 新密码: 'loud-river-28', 重复新密码: 'loud-river-28' })
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByText('密码已修改，其他设备已退出')).toBeVisible()
  await page.getByRole('button', { name: '已保存' }).click()
  await far.reload()
  await expect(dialog(far)).toBeVisible()
  await dialog(far).getByRole('button', { name: '去登录' }).click()
  await logIn(far, name, 'loud-river-28')
  await elsewhere.close()
})

test('one’s data can be taken along, and the account deleted @once', async ({ page, trouble }) => {
  trouble.allow(/status 422/, /^console error: Failed to load resource/)
  const name = await becomeMember(page)
  await page.goto('/user/account')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('yingku.json')
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  expect(JSON.parse(Buffer.concat(chunks).toString())).toHaveProperty('account')
  await page.getByRole('button', { name: '删除账户' }).click()
  await fill(page, { 请输入密码确认: 'quiet-river-28' })
  await page.getByRole('button', { name: '永久删除' }).click()
  await expect(page.getByLabel('请输入密码确认', { exact: true })).toHaveAccessibleDescription('密码错误')
  await fill(page, { 请输入密码确认: PASSWORD })
  await page.getByRole('button', { name: '永久删除' }).click()
  await expect(page).toHaveURL('/index')
  const answer = await openForm(page, '/login')
  await fill(page, { 用户名: name, 密码: PASSWORD, 验证码: answer })
  await loginButton(page).click()
  await expect(page.getByText('用户名或密码错误')).toBeVisible()
})

test.describe('while captchas are off', () => {
  let server: Server
  let folder: string

  test.beforeAll(async () => {
    folder = await copyCatalogue(process.env.E2E_CATALOGUE ?? '')
    await appendFile(join(folder, '.env'), 'CAPTCHA=off\n')
    server = new Server(folder, await freePort())
    await server.start()
  })
  test.afterAll(async () => {
    await server.stop()
    await removeCatalogue(folder)
  })

  test('the forms ask for none @once', async ({ browser }) => {
    const context = await browser.newContext({ storageState: confirmedAt(server.url), baseURL: server.url })
    const page = await context.newPage()
    const name = newName()
    await page.goto('/register')
    await expect(page.getByLabel('验证码', { exact: true })).toHaveCount(0)
    await fill(page, { 用户名: name, 密码: PASSWORD, 重复密码: PASSWORD, 安全邮箱: 'reader@example.org' })
    await page.getByRole('button', { name: '确认注册' }).click()
    await page.getByRole('button', { name: '已保存' }).click()
    // The address changes a moment before the form does, and both forms have a field of this name.
    await expect(loginButton(page)).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/login`)
    await fill(page, { 密码: PASSWORD })
    await loginButton(page).click()
    await expect(page.getByText(name)).toBeVisible()
    await context.close()
  })
})

test('a captcha is good for one attempt @once', async ({ page, trouble }) => {
  trouble.allow(/status 422/, /^console error: Failed to load resource/)
  const seen: string[] = []
  await page.route('**/v2/user/captcha', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { uuid: string }
    seen.push(body.uuid)
    // The second time the first one again: somebody plays it back.
    await route.fulfill({ response: answer, json: { ...body, uuid: seen[0] } })
  })
  const name = newName()
  await page.goto('/login')
  await expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible()
  const answer = captchaAnswer(seen[0] ?? '')
  // Another password each time: the same form again within a second is not sent at all.
  for (const [password, message] of Object.entries({
    'quiet-river-1': '用户名或密码错误',
    'quiet-river-2': '验证码已失效',
  })) {
    await fill(page, { 用户名: name, 密码: password, 验证码: answer })
    await loginButton(page).click()
    await expect(page.getByText(message).first()).toBeVisible()
    await expect(page.getByLabel('验证码', { exact: true })).toHaveValue('')
    // The next captcha is on its way; its route must not end with the test.
    await untilQuiet(page)
  }
})
