import type { Page } from '@playwright/test'
import { MAGNETS, MANY_MAGNETS } from './support/catalogue.ts'
import { becomeMember } from './support/member.ts'
import { boxOf } from './support/shown.ts'
import { workPath } from './support/site.ts'
import { expect, test } from './support/test.ts'
import { goToCashier, leaveOrder, makeCode, redeem } from './support/vip.ts'

const MAGNET_TAB = () => `${workPath('censored', MANY_MAGNETS)}?tab=magnet`
/** By their place, since a button is called 复制中 while its link is on the way. */
const copyButtons = (page: Page) =>
  page.getByRole('tabpanel').getByRole('listitem').getByRole('button', { name: '复制' })

test('a visitor copies three links and is asked to log in for the fourth @once', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(MAGNET_TAB())
  await expect(copyButtons(page)).toHaveCount(MAGNETS)
  const links = new Set<string>()
  for (const [index, left] of [2, 1, 0].entries()) {
    await copyButtons(page).nth(index).click()
    await expect(page.getByText(`今日还可复制 ${left} 次`)).toBeVisible()
    await expect(page.getByText('复制成功！')).toBeVisible()
    links.add(await page.evaluate(() => navigator.clipboard.readText()))
  }
  expect([...links].filter((link) => /^magnet:\?xt=urn:btih:[0-9a-f]{40}&dn=.+$/.test(link))).toHaveLength(3)
  await copyButtons(page).nth(3).click()
  const prompt = page.getByRole('dialog', { name: '登录提示' })
  await expect(prompt).toContainText('需要登陆账号才可以使用该功能！')
  // What was copied stays uncovered, also after a reload, and the rest stays closed.
  await page.reload()
  await expect(page.getByText('今日还可复制 0 次')).toBeVisible()
  await copyButtons(page).first().click()
  await expect(page.getByText('复制成功！')).toBeVisible()
  await copyButtons(page).nth(3).click()
  await prompt.getByRole('button', { name: '去登录' }).click()
  await expect(page).toHaveURL('/login')
})

test('a cookie thrown away gives no further copies @once', async ({ page, context, trouble }) => {
  trouble.allow(/status 4\d\d: .*\/dht\/copy/, /Failed to load resource/)
  await page.goto(MAGNET_TAB())
  for (const index of [0, 1, 2]) {
    await copyButtons(page).nth(index).click()
    await expect(page.getByText(`今日还可复制 ${2 - index} 次`)).toBeVisible()
  }
  await context.clearCookies({ name: 'copyCount' })
  await page.reload()
  await copyButtons(page).nth(3).click()
  await expect(page.getByRole('dialog', { name: '登录提示' })).toContainText('需要登陆账号才可以使用该功能！')
  await expect(page.getByText('今日还可复制 0 次')).toBeVisible()
})

test('a member buys VIP, sees the order paid, and the limits are gone @once', async ({ page }) => {
  await becomeMember(page)
  await page.goto('/pay')
  await expect(page.getByRole('radio').first()).toBeChecked()
  await page.getByRole('radio', { name: /VIP月卡/ }).check()
  await page.getByRole('button', { name: '確認付款' }).click()
  await expect(page.getByRole('dialog', { name: '选择支付方式' })).toContainText('不支持退款')
  const cashier = await goToCashier(page, '选择支付方式')
  await cashier.getByRole('button', { name: '支付成功' }).click()
  await cashier.getByRole('link', { name: '返回商户' }).click()
  await expect(cashier).toHaveURL(/\/orders/)
  const order = cashier.getByRole('article', { name: /VIP月卡/ })
  await expect(order.getByText('已支付-完成')).toBeVisible()
  await page.getByRole('link', { name: /查看订单$/ }).click()
  await expect(page.getByRole('article').getByText('已支付-完成')).toBeVisible()
  await page.goto('/user')
  await expect(page.getByText(/还剩 3[01] 天/)).toBeVisible()
  await page.goto(MAGNET_TAB())
  await expect(page.getByText('VIP 不限次数')).toBeVisible()
  await expect(page.getByText(/^[0-9a-f]{40}$/)).toHaveCount(MAGNETS)
  await copyButtons(page).last().click()
  await expect(page.getByText('复制成功！')).toBeVisible()
})

test('an order nobody has told of is asked about @once', async ({ page }) => {
  await becomeMember(page)
  await page.goto('/pay')
  await page.getByRole('button', { name: '確認付款' }).click()
  const cashier = await goToCashier(page, '选择支付方式')
  await page.getByRole('link', { name: '已完成支付，查看订单' }).click()
  await expect(page.getByRole('link', { name: '未到账?[联系客服补发]' })).toHaveAttribute(
    'href',
    /^\/message\?message=.*\d{24}/,
  )
  await page.getByRole('button', { name: '未支付-刷新' }).click()
  await expect(page.getByText('订单未支付')).toBeVisible()
  await cashier.getByRole('button', { name: '不通知(仅查询)' }).click()
  await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible()
  await page.bringToFront()
  // What the provider has said is good for three seconds; whoever asks again after them is told anew.
  const told = page.getByText('支付成功，VIP已到账').waitFor()
  await expect(async () => {
    const ask = page.getByRole('button', { name: '未支付-刷新' })
    if (await ask.isVisible()) await ask.click({ timeout: 1_000 })
    await expect(page.getByText('已支付-完成')).toBeVisible({ timeout: 500 })
  }).toPass()
  await told
})

test('an order that was left is gone on with, or given up @once', async ({ page }) => {
  await leaveOrder(page)
  await expect(page.getByRole('timer')).toHaveText(/剩余支付时间 \d+:\d\d/)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: '继续支付' }).click()
  const again = await opened
  await expect(again.getByRole('button', { name: '支付成功' })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: '取消订单' }).click()
  await page.getByRole('dialog', { name: '取消订单?' }).getByRole('button', { name: '取消订单' }).click()
  await expect(page.getByText('订单已取消')).toBeVisible()
  await expect(page.getByText('已关闭')).toBeVisible()
})

test('the marks of the channels are as large as their letters @phone', async ({ page }) => {
  await becomeMember(page)
  await page.goto('/pay')
  await page.getByRole('button', { name: '確認付款' }).click()
  const sheet = page.getByRole('dialog', { name: '选择支付方式' })
  await expect(sheet.getByRole('button', { name: /支付宝支付/ })).toBeVisible()
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  const outside = await sheet.locator('.channel-mark').evaluateAll((marks) =>
    marks
      .filter((mark) => {
        const letter = document.createRange()
        letter.selectNodeContents(mark)
        const [inner, outer] = [letter.getBoundingClientRect(), mark.getBoundingClientRect()]
        return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom + 1
      })
      .map((mark) => mark.textContent),
  )
  expect(outside).toEqual([])
})

test('an unpaid order has its buttons side by side on a phone, and all of it in large text @phone', async ({
  page,
}) => {
  await leaveOrder(page)
  const order = page.getByRole('article')
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const time = await boxOf(order.getByRole('timer'))
    const cancel = await boxOf(order.getByRole('button', { name: '取消订单' }))
    const pay = await boxOf(order.getByRole('button', { name: '继续支付' }))
    expect(pay.y, `${width} px`).toBe(cancel.y)
    expect(pay.x).toBeGreaterThan(cancel.x + cancel.width)
    expect(cancel.y).toBeGreaterThanOrEqual(time.y + time.height)
    expect(Math.round(pay.x + pay.width)).toBe(width - 12 - 17)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  const cut = await order
    .locator('*')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().right > window.innerWidth - 12).map((one) => one.textContent),
    )
  expect(cut).toEqual([])
})

test('the tab one pays from says by itself that it is paid @once', async ({ page }) => {
  await becomeMember(page)
  await page.goto('/pay')
  await page.getByRole('button', { name: '確認付款' }).click()
  const cashier = await goToCashier(page, '选择支付方式')
  await cashier.getByRole('button', { name: '支付成功' }).click()
  await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible()
  await page.bringToFront()
  const paid = page.getByRole('dialog', { name: '支付成功' })
  await expect(paid).toContainText('支付成功，VIP已到账')
  await expect(paid).not.toContainText('不支持退款')
})

test('a wrong code is refused, and a right one redeemed @once', async ({ page, trouble }) => {
  trouble.allow(/status 4\d\d: .*\/user\/activation/, /Failed to load resource/)
  await becomeMember(page)
  const code = await makeCode()
  await page.goto('/sub')
  await page.getByRole('textbox', { name: '激活码' }).fill('ABCD-EFGH-JKMN')
  await page.getByRole('button', { name: '确 认 激活' }).click()
  await expect(page.getByText('激活码无效或已使用')).toBeVisible()
  await redeem(page, code)
  await expect(page.getByText(/还剩 3[01] 天/)).toBeVisible()
})

test('a bought code lies with its order and can be redeemed @once', async ({ page }) => {
  await becomeMember(page)
  await page.goto('/sub')
  await page.getByRole('button', { name: '没有激活码点我购买' }).click()
  await page.getByRole('radio', { name: /双月VIP-激活码/ }).check()
  const cashier = await goToCashier(page, '购买激活码')
  await cashier.getByRole('button', { name: '支付成功' }).click()
  await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible()
  await page.getByRole('link', { name: /查看订单$/ }).click()
  await expect(page.getByRole('button', { name: '复制激活码' })).toBeVisible()
  await page.getByRole('link', { name: '去激活' }).click()
  await expect(page.getByRole('textbox', { name: '激活码' })).toHaveValue(/.{8,}/)
  await page.getByRole('button', { name: '确 认 激活' }).click()
  await expect(page.getByText('激活成功')).toBeVisible()
  await expect(page).toHaveURL('/user')
  await page.goto('/orders')
  await expect(page.getByText('激活码（已使用）')).toBeVisible()
})

test('a visitor looks at plans, and logs in to pay, and from the orders @once', async ({ page }) => {
  await page.goto('/pay')
  await page.getByRole('button', { name: '確認付款' }).click()
  const prompt = page.getByRole('dialog', { name: '登录提示' })
  await prompt.getByRole('button', { name: '取消' }).click()
  await page.goto('/orders')
  await page.getByRole('main').getByRole('link', { name: '去登录' }).click()
  await expect(page).toHaveURL('/login')
})
