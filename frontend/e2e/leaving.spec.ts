import type { Page } from '@playwright/test'
import { numberOf } from './support/catalogue.ts'
import { becomeMember } from './support/member.ts'
import { test } from './support/own-site.ts'
import { expect } from './support/test.ts'

const rowOf = (desk: Page, text: string) => desk.getByRole('row').filter({ hasText: text })

test('Escape closes one dialog only, however many stand above each other', async ({ page, operator }) => {
  const name = await becomeMember(page)
  const { desk } = await operator('admin')
  await desk.goto(`/admin/members?keyword=${name}`)
  await rowOf(desk, name)
    .getByRole('button', { name: `查看 ${name}` })
    .click()
  const sheet = desk.getByRole('dialog', { name: `会员 ${name}` })
  await sheet.getByRole('button', { name: '调整VIP天数' }).click()
  const days = desk.getByRole('dialog', { name: '调整VIP天数' })
  await expect(days).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(days).toHaveCount(0)
  await expect(sheet).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(desk).toHaveURL(/\/admin\/members/)
})

test('Back asks before a half-edited form goes', async ({ operator }) => {
  const number = numberOf('western', 3)
  const { desk } = await operator('editor')
  await desk.goto(`/admin/works?keyword=${number}`)
  await rowOf(desk, number).getByRole('button', { name: '编辑' }).click()
  const form = desk.getByRole('dialog', { name: `编辑 ${number}` })
  await form.getByLabel('标题').fill('还没有写完的标题')
  const asking = desk.getByRole('dialog', { name: '放弃修改?' })

  await desk.evaluate(() => history.back())
  await asking.getByRole('button', { name: '继续编辑' }).click()
  await expect(asking).toHaveCount(0)
  await expect(form.getByLabel('标题')).toHaveValue('还没有写完的标题')

  await desk.evaluate(() => history.back())
  await asking.getByRole('button', { name: '放弃修改' }).click()
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await expect(rowOf(desk, number)).not.toContainText('还没有写完的标题')
})

test('a reload asks before codes that are shown once are lost', async ({ operator }) => {
  const { desk } = await operator('cashier')
  await desk.goto('/admin/codes')
  await desk.getByRole('button', { name: '生成激活码' }).click()
  const form = desk.getByRole('dialog', { name: '生成激活码' })
  await form.getByLabel('套餐').selectOption({ label: 'VIP月卡（30 天）' })
  await form.getByLabel('数量').fill('2')
  await form.getByRole('button', { name: '生成', exact: true }).click()
  const fresh = desk.getByRole('dialog', { name: '已生成 2 个激活码' })
  await expect(fresh).toBeVisible()

  // The page reloads itself, so that nothing here waits for a load that does not come.
  let asked = desk.waitForEvent('dialog')
  await desk.evaluate(() => void setTimeout(() => location.reload()))
  let question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(fresh).toBeVisible()

  asked = desk.waitForEvent('dialog')
  await desk.evaluate(() => void setTimeout(() => location.reload()))
  question = await asked
  await question.accept()
  await expect(fresh).toHaveCount(0)
  await expect(desk.getByRole('button', { name: '生成激活码' })).toBeVisible()
})
