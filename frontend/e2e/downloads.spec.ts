import { MANY_MAGNETS } from './support/catalogue.ts'
import { expectGoodLayout } from './support/layout.ts'
import { becomeMember } from './support/member.ts'
import { test } from './support/own-site.ts'
import { run } from './support/server.ts'
import { workPath } from './support/site.ts'
import { expect } from './support/test.ts'
import { redeem } from './support/vip.ts'

test('a VIP member asks for a film, sees on the next visit that it was asked, and is told what became of it @once', async ({
  page,
  site,
  operator,
}) => {
  await becomeMember(page)
  const codes = await run(site.folder, 'codes', 'generate', '--plan', 'VIP月卡')
  await redeem(page, codes.trim().split('\n')[0] ?? '')
  const tab = `${workPath('censored', MANY_MAGNETS)}?tab=magnet`
  await page.goto(tab)
  await page.getByRole('button', { name: '离线下载' }).first().click()
  const question = page.getByRole('dialog', { name: '申请离线下载' })
  await expect(question).toContainText('不会下载到你的设备')
  await expectGoodLayout(page)
  await question.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByRole('link', { name: '已申请' })).toBeVisible()
  await page.goto(tab)
  await expect(page.getByRole('link', { name: '已申请' })).toBeVisible()
  await expect(page.getByText('已申请离线下载')).toBeVisible()
  await expectGoodLayout(page)

  const { admin } = await operator('support')
  await admin.goto('/admin/downloads')
  await admin.getByRole('button', { name: /^拒绝/ }).click()
  await admin.getByRole('textbox', { name: '备注（选填）' }).fill('这条链接没有人做种')
  await admin.getByRole('dialog').getByRole('button', { name: '拒绝' }).click()
  await expect(admin.getByText('申请已拒绝')).toBeVisible()

  await page.goto('/user')
  await page.getByRole('button', { name: /^更多\s*1\s*个申请有结果$/ }).click()
  await page
    .getByRole('dialog', { name: '更多' })
    .getByRole('link', { name: /^离线下载/ })
    .click()
  await expect(page).toHaveURL('/user/downloads')
  const request = page.getByRole('list', { name: '我的申请' }).getByRole('article')
  await expect(request).toContainText('已拒绝')
  await expect(request).toContainText('管理员：这条链接没有人做种')
  await expect(page.getByText('没有更多了')).toBeVisible()
  await expectGoodLayout(page)
  await request.getByRole('link').click()
  await expect(page).toHaveURL(workPath('censored', MANY_MAGNETS))
  await page.goto('/user')
  await expect(page.getByRole('button', { name: '更多', exact: true }).first()).toBeVisible()
})
