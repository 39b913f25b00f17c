import type { Page } from '@playwright/test'
import { numberOf } from './support/catalogue.ts'
import { becomeMember } from './support/member.ts'
import { test } from './support/own-site.ts'
import { expect } from './support/test.ts'

const rowOf = (admin: Page, text: string) => admin.getByRole('row').filter({ hasText: text })

test('Escape closes one dialog only, however many stand above each other @once', async ({ page, operator }) => {
  const name = await becomeMember(page)
  const { admin } = await operator('admin')
  await admin.goto(`/admin/members?keyword=${name}`)
  await rowOf(admin, name)
    .getByRole('button', { name: `查看 ${name}` })
    .click()
  const sheet = admin.getByRole('dialog', { name: `会员 ${name}` })
  await sheet.getByRole('button', { name: '调整VIP天数' }).click()
  const days = admin.getByRole('dialog', { name: '调整VIP天数' })
  await expect(days).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(days).toHaveCount(0)
  await expect(sheet).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(admin).toHaveURL(/\/admin\/members/)
})

test('Back asks before a half-edited form goes @once', async ({ operator }) => {
  const number = numberOf('western', 3)
  const { admin } = await operator('editor')
  await admin.goto(`/admin/works?keyword=${number}`)
  await rowOf(admin, number).getByRole('button', { name: '编辑' }).click()
  const form = admin.getByRole('dialog', { name: `编辑 ${number}` })
  await form.getByLabel('标题').fill('还没有写完的标题')
  const asking = admin.getByRole('dialog', { name: '放弃修改?' })

  await admin.evaluate(() => history.back())
  await asking.getByRole('button', { name: '继续编辑' }).click()
  await expect(asking).toHaveCount(0)
  await expect(form.getByLabel('标题')).toHaveValue('还没有写完的标题')

  await admin.evaluate(() => history.back())
  await asking.getByRole('button', { name: '放弃修改' }).click()
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await expect(rowOf(admin, number)).not.toContainText('还没有写完的标题')
})

test('a reload asks before codes that are shown once are lost @once', async ({ operator }) => {
  const { admin } = await operator('cashier')
  await admin.goto('/admin/codes')
  await admin.getByRole('button', { name: '生成激活码' }).click()
  const form = admin.getByRole('dialog', { name: '生成激活码' })
  await form.getByLabel('套餐').selectOption({ label: 'VIP月卡（30 天）' })
  await form.getByLabel('数量').fill('2')
  await form.getByRole('button', { name: '生成', exact: true }).click()
  const fresh = admin.getByRole('dialog', { name: '已生成 2 个激活码' })
  await expect(fresh).toBeVisible()

  // The page reloads itself, so that nothing here waits for a load that does not come.
  let asked = admin.waitForEvent('dialog')
  await admin.evaluate(() => void setTimeout(() => location.reload()))
  let question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(fresh).toBeVisible()

  asked = admin.waitForEvent('dialog')
  await admin.evaluate(() => void setTimeout(() => location.reload()))
  question = await asked
  await question.accept()
  await expect(fresh).toHaveCount(0)
  await expect(admin.getByRole('button', { name: '生成激活码' })).toBeVisible()
})
