import type { Page } from '@playwright/test'
import { numberOf } from './support/catalogue.ts'
import { expectGoodLayout } from './support/layout.ts'
import { becomeMember } from './support/member.ts'
import { test } from './support/own-site.ts'
import { workPath } from './support/site.ts'
import { expect } from './support/test.ts'

const popup = (page: Page) => page.getByRole('dialog', { name: '沟通详情' })
const card = (page: Page, number: string) => page.getByRole('main').getByRole('article').filter({ hasText: number })
const parts = (desk: Page) => desk.getByRole('navigation', { name: '管理台' }).getByRole('link')
const rowOf = (desk: Page, text: string) => desk.getByRole('row').filter({ hasText: text })

/** Hides, restores or takes down the work of a row, with a reason. */
async function change(desk: Page, number: string, action: string, reason: string): Promise<void> {
  await rowOf(desk, number).getByRole('button', { name: action }).click()
  const asking = desk.getByRole('dialog', { name: `${action}作品?` })
  await asking.getByLabel('原因').fill(reason)
  await asking.getByRole('button', { name: action }).click()
  await expect(desk.getByText(`作品已${action}`)).toBeVisible()
}

test('a member asks, support replies, the member sees 新回复, answers and closes', async ({ page, operator }) => {
  const name = await becomeMember(page)
  await page.goto('/message?message=有没有高清版本')
  await expect(page.getByText('7/150')).toBeVisible()
  await page.getByRole('button', { name: '提交问题' }).click()
  await expect(page.getByText('提交成功')).toBeVisible()
  await expect(page).toHaveURL('/message')
  const row = page.getByRole('button', { name: /有没有高清版本/ })
  await expect(row).toContainText('待答复')
  await row.click()
  await expect(popup(page).getByText('客服还没有回复这个留言')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const { desk } = await operator('support')
  await desk.goto('/admin')
  await expect(desk).toHaveURL('/admin/messages')
  await expect(parts(desk)).toHaveText(['留言', '举报'])
  await desk.getByRole('searchbox', { name: '用户名或内容' }).fill(name)
  await desk.keyboard.press('Enter')
  await rowOf(desk, name).getByRole('button', { name: '回复' }).click()
  const drawer = desk.getByRole('dialog', { name: `与 ${name} 的沟通` })
  await drawer.getByRole('textbox', { name: '回复' }).fill('本周五上线')
  await expectGoodLayout(desk)
  await drawer.getByRole('button', { name: '发送回复' }).click()
  await expect(drawer.getByRole('listitem').filter({ hasText: '本周五上线' })).toBeVisible()

  await page.goto('/user')
  await page.getByRole('link', { name: /客服\s*1\s*条新回复/ }).click()
  await expect(row).toContainText('新回复')
  await row.click()
  await expect(popup(page).getByRole('listitem')).toContainText(['有没有高清版本', '本周五上线'])
  await expectGoodLayout(page)
  await popup(page).getByRole('textbox', { name: '继续沟通' }).fill('谢谢，期待')
  await popup(page).getByRole('button', { name: '确 认 提交' }).click()
  await expect(popup(page).getByRole('listitem')).toContainText(['有没有高清版本', '本周五上线', '谢谢，期待'])
  await popup(page).getByRole('button', { name: '关闭话题' }).click()
  await page.getByRole('dialog', { name: '关闭话题?' }).getByRole('button', { name: '关闭话题' }).click()
  await expect(page.getByText('已关闭该话题')).toBeVisible()
  await expect(row).toContainText('已关闭')
  await page.goto('/user')
  await expect(page.getByRole('link', { name: '客服', exact: true })).toBeVisible()

  await desk.goto(`/admin/messages?status=9&keyword=${name}`)
  await rowOf(desk, name).getByRole('button', { name: '查看' }).click()
  await expect(drawer.getByText('话题已关闭，不能再回复。')).toBeVisible()
})

test('an editor hides and restores a work, and the log says so', async ({ page, operator, trouble }) => {
  trouble.allow(/status 404/, /^console error: Failed to load resource/, /^console error: ApiError: 访问资源不存在/)
  const number = numberOf('western', 0)
  await page.goto('/western')
  await expect(card(page, number)).toBeVisible()

  const { desk, name } = await operator('editor')
  await desk.goto('/admin')
  await expect(parts(desk)).toHaveText(['作品', '词条'])
  await desk.getByRole('searchbox', { name: '番号或标题' }).fill(number)
  await desk.keyboard.press('Enter')
  await expect(rowOf(desk, number)).toContainText('显示中')
  await expectGoodLayout(desk)
  await change(desk, number, '隐藏', '封面有误')
  await desk.goto(`/admin/works?hidden=1&keyword=${number}`)
  await expect(rowOf(desk, number)).toContainText('已隐藏')
  await expect(async () => {
    await page.goto('/western')
    await expect(card(page, numberOf('western', 1))).toBeVisible()
    await expect(card(page, number)).toHaveCount(0, { timeout: 1 })
  }).toPass()
  await page.goto(workPath('western', 0))
  await expect(page.getByText('访问资源不存在')).toBeVisible()

  await change(desk, number, '恢复', '已更正')
  await expect(async () => {
    await page.goto('/western')
    await expect(card(page, numberOf('western', 1))).toBeVisible()
    await expect(card(page, number)).toBeVisible({ timeout: 1 })
  }).toPass()

  const { desk: log } = await operator('admin')
  await log.goto(`/admin/audit?actor=${name}`)
  const entries = log.getByRole('row').filter({ hasText: name })
  await expect(entries).toContainText([/恢复作品.*已更正/, /隐藏作品.*封面有误/])
  await expect(entries.nth(1).locator('del').first()).toHaveText('false')
  await expect(entries.nth(1).locator('ins').first()).toHaveText('true')
  await expectGoodLayout(log)
})

test('an editor corrects a work, and its page says so', async ({ page, operator }) => {
  const number = numberOf('uncensored', 1)
  const { desk } = await operator('editor')
  await desk.goto(`/admin/works?keyword=${number}`)
  await rowOf(desk, number).getByRole('button', { name: '编辑' }).click()
  const form = desk.getByRole('dialog', { name: `编辑 ${number}` })
  await form.getByLabel('标题').fill('港湾雪天的新灯塔')
  await form.getByLabel('时长（分钟）').fill('77')
  await form.getByLabel('类别').fill('Harbour | 港口 | 场景')
  await expectGoodLayout(desk)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(desk.getByText('已保存')).toBeVisible()
  await expect(rowOf(desk, number)).toContainText('港湾雪天的新灯塔')
  await page.goto(workPath('uncensored', 1))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('港湾雪天的新灯塔')
  await expect(page.getByText('77 分钟')).toBeVisible()
  await expect(page.getByRole('link', { name: '港口', exact: true })).toBeVisible()
})

test('a visitor reports a work, and support decides that it stays', async ({ page, operator }) => {
  await page.goto(workPath('uncensored', 2))
  await page.getByRole('button', { name: '举报此作品' }).click()
  await page.getByRole('radio', { name: '信息有误' }).check()
  await page.getByLabel('说明（选填）').fill('片长不对')
  await page.getByRole('button', { name: '提交举报' }).click()
  await expect(page.getByText('已收到您的举报')).toBeVisible()

  const number = numberOf('uncensored', 2)
  const { desk } = await operator('support')
  await desk.goto('/admin/reports')
  await expect(rowOf(desk, number)).toContainText('片长不对')
  await expectGoodLayout(desk)
  await rowOf(desk, number).getByRole('button', { name: '保留' }).click()
  const asking = desk.getByRole('dialog', { name: '保留作品?' })
  await asking.getByLabel('备注（选填）').fill('核对无误')
  await asking.getByRole('button', { name: '保留' }).click()
  await expect(desk.getByText('没有待处理的举报')).toBeVisible()
  await desk.getByRole('link', { name: '已处理' }).click()
  await expect(rowOf(desk, number)).toContainText('核对无误')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
})

test('a member is told 没有权限', async ({ page }) => {
  await becomeMember(page)
  await page.goto('/admin/works')
  await expect(page.getByText('没有权限')).toBeVisible()
  await expect(page.getByRole('link', { name: '返回首页' })).toBeVisible()
})
