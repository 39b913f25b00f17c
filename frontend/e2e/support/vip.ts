import type { Page } from '@playwright/test'
import { becomeMember } from './member.ts'
import { run } from './server.ts'
import { expect } from './test.ts'

/** Makes an activation code of a plan, as an operator does. */
export async function makeCode(plan = 'VIP月卡'): Promise<string> {
  const written = await run(process.env.E2E_FOLDER ?? '', 'codes', 'generate', '--plan', plan)
  return written.trim().split('\n')[0] ?? ''
}

/** Redeems a code through the form, which leads to the member centre. */
export async function redeem(page: Page, code: string): Promise<void> {
  await page.goto('/sub')
  await page.getByRole('textbox', { name: '激活码' }).fill(code)
  await page.getByRole('button', { name: '确 认 激活' }).click()
  await expect(page.getByText('激活成功')).toBeVisible()
  await expect(page).toHaveURL('/user')
}

/** A new member with a month of VIP, logged in. */
export async function becomeVip(page: Page): Promise<void> {
  await becomeMember(page)
  await redeem(page, await makeCode())
}

/** Orders the chosen plan through Alipay; answers the window of the cashier. */
export async function goToCashier(page: Page, popup: string): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await page
    .getByRole('dialog', { name: popup })
    .getByRole('button', { name: /支付宝支付/ })
    .click()
  const cashier = await opening
  await expect(cashier).toHaveTitle('支付宝沙箱收银台')
  return cashier
}

/** Becomes a member whose order is not paid, and opens the orders. */
export async function leaveOrder(page: Page): Promise<void> {
  await becomeMember(page)
  await page.goto('/pay')
  await page.getByRole('button', { name: '確認付款' }).click()
  const cashier = await goToCashier(page, '选择支付方式')
  await cashier.close()
  await page.goto('/orders')
}
