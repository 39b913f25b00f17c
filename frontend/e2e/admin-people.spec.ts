import type { Page } from '@playwright/test'
import { expectGoodLayout } from './support/layout.ts'
import { becomeMember, fill, openForm, PASSWORD } from './support/member.ts'
import { test } from './support/own-site.ts'
import { expect } from './support/test.ts'

/** What the member chooses in place of a password of somebody else's choice. */
const OWN_PASSWORD = 'quiet-harbour-bell-41'

const rowOf = (admin: Page, text: string) => admin.getByRole('row').filter({ hasText: text })

/** Looks at a member in the console. */
async function lookAt(admin: Page, name: string) {
  await admin.goto(`/admin/members?keyword=${name}`)
  await rowOf(admin, name)
    .getByRole('button', { name: `查看 ${name}` })
    .click()
  return admin.getByRole('dialog', { name: `会员 ${name}` })
}

/** Answers the dialog that asks why. */
async function because(admin: Page, title: string, confirm: string, reason: string): Promise<void> {
  const asking = admin.getByRole('dialog', { name: title })
  await asking.getByLabel('原因').fill(reason)
  await asking.getByRole('button', { name: confirm, exact: true }).click()
}

test('an admin disables a member, who is signed out at the next call, gives days and a fresh password @once', async ({
  page,
  operator,
  trouble,
}) => {
  trouble.allow(
    /status 40[13]/,
    /^console error: Failed to load resource/,
    /^console error: ApiError: 登陆信息已过期/,
    /^console error: ApiError: 请先修改密码/,
  )
  const name = await becomeMember(page)
  const { admin } = await operator('admin')

  const sheet = await lookAt(admin, name)
  await expect(sheet.getByRole('region', { name: '登录的设备' })).toContainText('127.0.0.0/24')
  await expectGoodLayout(admin)
  await sheet.getByRole('button', { name: '停用' }).click()
  await expectGoodLayout(admin)
  await because(admin, '停用会员?', '停用', '多次违规')
  await expect(admin.getByText('会员已停用')).toBeVisible()
  await expect(sheet.getByText('没有登录的设备')).toBeVisible()

  // The member's next call ends the session here as well.
  await page.goto('/user/account')
  await expect(page.getByRole('dialog', { name: '登录提示' })).toBeVisible()
  const answer = await openForm(page, '/login')
  await fill(page, { 用户名: name, 密码: PASSWORD, 验证码: answer })
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('账号已停用，请联系客服')).toBeVisible()

  await sheet.getByRole('button', { name: '启用' }).click()
  await because(admin, '启用会员?', '启用', '已核实')
  await expect(admin.getByText('会员已启用')).toBeVisible()
  await sheet.getByRole('button', { name: '调整VIP天数' }).click()
  await admin.getByRole('dialog', { name: '调整VIP天数' }).getByLabel('天数').fill('30')
  await because(admin, '调整VIP天数', '确定', '补偿')
  await expect(admin.getByText('VIP天数已调整')).toBeVisible()
  await expect(sheet.getByRole('region', { name: 'VIP记录' })).toContainText('管理员 · 增加 30 天')
  await sheet.getByRole('button', { name: '重置密码' }).click()
  await because(admin, '重置密码?', '重置', '本人申请')
  const told = admin.getByRole('dialog', { name: '新密码' })
  const password = (await told.locator('.member-drawer-secret').textContent()) ?? ''
  expect(password).toHaveLength(20)
  await expectGoodLayout(admin)
  await told.getByRole('button', { name: '已记下，关闭' }).click()

  // A password of somebody else's choice opens nothing but the way to one's own.
  const captcha = await openForm(page, '/login')
  await fill(page, { 用户名: name, 密码: password, 验证码: captcha })
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText(/^这个密码是客服重置的/)).toBeVisible()
  await expect(page).toHaveURL('/user/account')
  await expectGoodLayout(page)
  await fill(page, { 当前密码: password, 新密码: OWN_PASSWORD, 重复新密码: OWN_PASSWORD })
  await page.getByRole('button', { name: '修改密码', exact: true }).click()
  await expect(page.getByText('密码已修改，其他设备已退出')).toBeVisible()
  await page.getByRole('button', { name: '已保存' }).click()
  await page.goto('/user')
  await expect(page.getByText('还剩 30 天')).toBeVisible()

  await admin.goto('/admin/audit')
  for (const action of ['重置密码', '调整VIP天数', '启用用户', '停用用户']) {
    await expect(rowOf(admin, action).first()).toBeVisible()
  }
  await expect(admin.getByText(password)).toHaveCount(0)
})

test('an admin makes somebody an editor, who then finds the console, and looks at the settings @once', async ({
  page,
  operator,
}) => {
  const name = await becomeMember(page)
  const { admin } = await operator('admin')
  const sheet = await lookAt(admin, name)
  await sheet.getByRole('button', { name: '更改角色' }).click()
  const asking = admin.getByRole('dialog', { name: `更改 ${name} 的角色` })
  await asking.getByLabel('角色').selectOption('编辑')
  await expectGoodLayout(admin)
  await because(admin, `更改 ${name} 的角色`, '确定', '新同事')
  await expect(admin.getByText('角色已更改')).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByRole('navigation', { name: '管理台' }).getByRole('link', { name: '作品' })).toBeVisible()

  await admin.goto('/admin/settings')
  await expect(rowOf(admin, 'SERVER_SECRET').first()).toContainText('已设置')
  await expect(rowOf(admin, 'SEARCH_ENGINES')).toContainText('deny')
  await expectGoodLayout(admin)
})
