import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectGoodLayout } from './support/layout.ts'
import { becomeMember } from './support/member.ts'
import { test } from './support/own-site.ts'
import { expect } from './support/test.ts'
import { goToCashier, redeem } from './support/vip.ts'

const parts = (admin: Page) => admin.getByRole('navigation', { name: '管理台' }).getByRole('link')
const rowOf = (admin: Page, text: string) => admin.getByRole('row').filter({ hasText: text })

/** Orders a month of VIP; answers the window of the cashier. */
async function orderMonth(page: Page): Promise<Page> {
  await page.goto('/pay')
  await page.getByRole('radio', { name: /VIP月卡/ }).check()
  await page.getByRole('button', { name: '確認付款' }).click()
  return goToCashier(page, '选择支付方式')
}

test('a cashier finds a payment nobody told of, the member has VIP, and the money goes back', async ({
  page,
  operator,
}) => {
  const name = await becomeMember(page)
  const cashier = await orderMonth(page)
  // The page that paid would ask for itself.
  await page.goto('/user')
  await cashier.getByRole('button', { name: '不通知(仅查询)' }).click()
  await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible()

  const { admin } = await operator('cashier')
  await admin.goto('/admin')
  await expect(parts(admin)).toHaveText(['概览', '订单', '激活码'])
  await parts(admin).filter({ hasText: '订单' }).click()
  await expect(admin).toHaveURL('/admin/orders')
  await admin.getByRole('searchbox').fill(name)
  await admin.keyboard.press('Enter')
  await expect(rowOf(admin, name)).toContainText('未支付')
  await expectGoodLayout(admin)
  await rowOf(admin, name).getByRole('button', { name: '查看' }).click()
  const drawer = admin.getByRole('dialog', { name: '订单详情' })
  await drawer.getByRole('button', { name: '重新查询' }).click()
  await expect(admin.getByText('支付平台已收款：已到账')).toBeVisible()
  const events = drawer.getByRole('list', { name: '经过' }).getByRole('listitem')
  await expect(events).toContainText([/下单/, /收到付款 30.00 元/, /开通 30 天/, /重新查询.*未支付 → 已支付/])
  await expectGoodLayout(admin)
  await page.goto('/user')
  await expect(page.getByText(/还剩 3[01] 天/)).toBeVisible()

  await drawer.getByRole('button', { name: '标记退款' }).click()
  const asking = admin.getByRole('dialog', { name: '标记退款?' })
  await asking.getByLabel('原因').fill('会员申请')
  await expectGoodLayout(admin)
  await asking.getByRole('button', { name: '标记退款' }).click()
  await expect(admin.getByText('已标记退款，收回 30 天')).toBeVisible()
  await expect(events.last()).toContainText('会员申请')
  await expect(drawer.getByRole('button', { name: '标记退款' })).toHaveCount(0)
  await page.goto('/user')
  await expect(page.getByText(name)).toBeVisible()
  await expect(page.getByText(/还剩/)).toHaveCount(0)
})

test('an admin makes a plan, sells it, and takes it off sale', async ({ page, operator }) => {
  const { admin } = await operator('admin')
  const plan = `VIP周卡${Date.now() % 100_000}`
  await admin.goto('/admin/plans')
  await admin.getByRole('button', { name: '新建套餐' }).click()
  const form = admin.getByRole('dialog', { name: '新建套餐' })
  await form.getByLabel('名称').fill(plan)
  await form.getByLabel('现价（元）').fill('9.90')
  await form.getByLabel('原价（元）').fill('19.90')
  await form.getByLabel('天数').fill('7')
  await form.getByLabel('顺序').fill('9')
  await form.getByLabel('状态').selectOption('在售')
  await expectGoodLayout(admin)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(rowOf(admin, plan)).toContainText('¥9.90')
  await expectGoodLayout(admin)
  await page.goto('/pay')
  await expect(page.getByRole('radio', { name: new RegExp(plan) })).toBeVisible()
  await rowOf(admin, plan).getByRole('button', { name: '下架' }).click()
  await admin.getByRole('dialog', { name: '下架套餐?' }).getByRole('button', { name: '下架' }).click()
  await expect(rowOf(admin, plan)).toContainText('已下架')
  await page.reload()
  await expect(page.getByRole('radio').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: new RegExp(plan) })).toHaveCount(0)
})

test('a cashier makes codes, a member uses one, and the rest is revoked', async ({ page, operator }) => {
  const { admin } = await operator('cashier')
  const batch = `batch-${Date.now()}`
  await admin.goto('/admin/codes')
  await admin.getByRole('button', { name: '生成激活码' }).click()
  const form = admin.getByRole('dialog', { name: '生成激活码' })
  await form.getByLabel('套餐').selectOption({ label: 'VIP月卡（30 天）' })
  await form.getByLabel('数量').fill('3')
  await form.getByLabel('批次名称（选填）').fill(batch)
  await expectGoodLayout(admin)
  await form.getByRole('button', { name: '生成', exact: true }).click()
  const fresh = admin.getByRole('dialog', { name: '已生成 3 个激活码' })
  await expect(fresh.getByText('关闭后无法再次查看')).toBeVisible()
  await expectGoodLayout(admin)
  const saving = admin.waitForEvent('download')
  await fresh.getByRole('button', { name: '下载文件' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`激活码-${batch}.txt`)
  const codes = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(codes).toHaveLength(3)
  await fresh.getByRole('button', { name: '已保存' }).click()
  await fresh.getByRole('button', { name: '关闭' }).click()
  await expect(admin.getByRole('dialog')).toHaveCount(0)

  const name = await becomeMember(page)
  await redeem(page, codes[0] ?? '')
  await admin.reload()
  await rowOf(admin, batch).getByRole('button', { name: '作废' }).click()
  const asking = admin.getByRole('dialog', { name: '作废激活码?' })
  await asking.getByLabel('原因').fill('活动取消')
  await asking.getByRole('button', { name: '作废' }).click()
  await expect(admin.getByText('已作废 2 个激活码')).toBeVisible()
  await rowOf(admin, batch).getByRole('button', { name: '查看' }).click()
  await expect(rowOf(admin, name)).toContainText('已使用')
  await expect(rowOf(admin, '已作废')).toHaveCount(2)
  await expectGoodLayout(admin)
})
