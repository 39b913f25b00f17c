import type { Locator, Page } from '@playwright/test'
import { becomeMember } from './support/member.ts'
import { works } from './support/shown.ts'
import { workPath } from './support/site.ts'
import { expect, test } from './support/test.ts'
import { leaveOrder } from './support/vip.ts'

/** Presses a control with Enter, and looks where the focus is once the control is gone. */
async function press(control: Locator, next: Locator) {
  await control.press('Enter')
  await expect(next).toBeFocused()
  await expect(next).toBeInViewport()
}

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true })

test('by keyboard the focus stays near what was saved, renamed, deleted or folded away @desktop', async ({ page }) => {
  await page.goto('/censored?online=1&length=-60')
  const column = page.getByRole('complementary', { name: '筛选' })
  const name = column.getByRole('textbox', { name: '筛选名称' })

  await press(button(column, '保存当前筛选'), name)
  await page.keyboard.type('今晚看')
  await press(name, button(column, '今晚看'))
  await press(button(column, '重命名 今晚看'), name)
  await name.fill('明晚看')
  await press(button(column, '保存'), button(column, '明晚看'))

  const chips = page.getByRole('list', { name: '已选筛选' })
  await expect(chips.getByRole('listitem')).toHaveCount(3)
  await press(button(chips, /^移除/).first(), button(chips, /^移除/).first())
  await expect(chips.getByRole('listitem')).toHaveCount(2)
  await expect(button(chips, /^移除/)).toBeFocused()
  await press(button(chips, '清除'), button(page, /^筛选/))
  await expect(chips).toHaveCount(0)

  await press(button(column, '明晚看'), button(column, '明晚看'))
  await press(button(column, '重命名 明晚看'), name)
  await press(button(column, '取消'), button(column, '删除 明晚看'))
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: '删除筛选?' })
  await button(question, '删除').press('Enter')
  await expect(question).toHaveCount(0)
  await expect(button(column, '保存当前筛选')).toBeFocused()

  await press(button(column, '收起筛选'), button(page, /^筛选/))
  await expect(column).toHaveCount(0)
})

test('by keyboard the focus stays in the form that jumps to a page @desktop', async ({ page }) => {
  await page.goto('/censored')
  const jump = page.getByRole('form', { name: '跳页', exact: true })
  const field = jump.getByRole('textbox')
  /** The works of a page, once it is there. */
  const arrives = async (search: string, number: string) => {
    await expect(page).toHaveURL(`/censored${search}`)
    await works(page, 0)
    await expect(field).toHaveValue(number)
  }
  await field.fill('5')
  await field.press('Enter')
  await arrives('?page=5', '5')
  await expect(field).toBeFocused()
  await field.fill('2')
  await button(jump, '跳转').press('Enter')
  await arrives('?page=2', '2')
  await expect(button(jump, '跳转')).toBeFocused()
  // There is no page 0; the nearest one is meant.
  await field.fill('0')
  await field.press('Enter')
  await arrives('', '1')
  await field.fill('0')
  await field.press('Enter')
  await arrives('', '1')
  await expect(field).toBeFocused()
})

test('by keyboard the focus stays in the dialog that shows hidden names again @desktop', async ({ page }) => {
  await becomeMember(page)
  for (const entry of [0, 1]) {
    await page.goto('/performer/index')
    await page.getByRole('complementary').getByRole('link').nth(entry).click()
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await button(page, '不想看').click()
    await saved
  }
  await page.goto('/user')
  await button(page, '更多').first().press('Enter')
  await button(page, '不想看的内容').press('Enter')
  const dialog = page.getByRole('dialog', { name: '不想看的内容' })
  const rows = dialog.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await button(rows.first(), /^恢复显示/).press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows.getByRole('link')).toBeFocused()
  await button(rows, /^恢复显示/).press('Enter')
  await expect(rows).toHaveCount(0)
  await expect(button(dialog, '关闭')).toBeFocused()
})

test('by keyboard the focus stays among the followed names of which one is left @desktop', async ({
  page,
  trouble,
}) => {
  await becomeMember(page)
  for (const entry of [0, 1]) {
    await page.goto('/performer/index')
    await page.getByRole('complementary').getByRole('link').nth(entry).click()
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/user/follow') && answer.ok())
    await button(page, /^关注/).click()
    await saved
  }
  await page.goto('/user?tab=follow')
  const names = page.getByRole('region', { name: '关注的名字' }).getByRole('listitem')
  await expect(names).toHaveCount(2)
  const leave = (name: Locator) => button(name, /^取消关注/)
  trouble.allow(/^(status 400: .*\/user\/follow$|console error: Failed to load resource: .* 400 )/)
  const refusal = { status: 400, json: { code: 402, msg: '操作失败' } }
  await page.route('**/user/follow', (route) => route.fulfill(refusal), { times: 1 })
  const failed = page.waitForResponse('**/user/follow')
  await leave(names.last()).press('Enter')
  await failed
  await expect(leave(names.last())).not.toHaveAttribute('aria-disabled')
  await expect(leave(names.last())).toBeFocused()
  await leave(names.first()).press('Enter')
  await expect(names).toHaveCount(1)
  await expect(names.getByRole('link')).toBeFocused()
})

test('by keyboard the focus stays in the list of visited works from which one is deleted @desktop', async ({
  page,
}) => {
  for (const index of [0, 1, 2]) {
    await page.goto(workPath('censored', index))
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('historyListData') ?? '[]').length)
    await expect.poll(kept).toBe(index + 1)
  }
  await page.goto('/user?tab=history')
  const cards = page.getByRole('tabpanel').getByRole('article')
  await expect(cards).toHaveCount(3)
  await button(page, /^从浏览记录删除/)
    .first()
    .press('Enter')
  await expect(cards).toHaveCount(2)
  await expect(cards.first().getByRole('link').first()).toBeFocused()
  await button(page, /^从浏览记录删除/)
    .last()
    .press('Enter')
  await expect(cards).toHaveCount(1)
  await expect(button(page, /^从浏览记录删除/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cards).toHaveCount(0)
  await expect(page.getByRole('tab', { name: '浏览记录' })).toBeFocused()
})

test('back at the top the focus is on the page, and after an order was cancelled near it @phone', async ({ page }) => {
  await page.goto('/censored')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, window.innerHeight * 3))
  await button(page, '返回顶部').tap()
  await expect(button(page, '返回顶部')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await leaveOrder(page)
  await button(page, '取消订单').tap()
  await button(page.getByRole('dialog', { name: '取消订单?' }), '取消订单').tap()
  await expect(page.getByText('已关闭')).toBeVisible()
  await expect(page.getByRole('article').locator('button.order-refresh')).toBeFocused()
})
