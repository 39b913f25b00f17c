import type { Page } from '@playwright/test'
import { WORKS } from './support/catalogue.ts'
import { countClicks, typeInto } from './support/clicks.ts'
import { conversation } from './support/inbox.ts'
import { ask, becomeMember } from './support/member.ts'
import { test } from './support/own-site.ts'
import { run } from './support/server.ts'
import { expect } from './support/test.ts'
import { leaveOrder } from './support/vip.ts'

/** How many clicks the tasks of a working day take, each from its section on. */

const QUESTIONS = 20
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function openPart(admin: Page, path: string) {
  await admin.goto(path)
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible()
  return countClicks(admin)
}

/** Chooses all works of the filter. */
async function chooseAll(admin: Page): Promise<void> {
  await admin.getByRole('checkbox', { name: '全选本页' }).check()
  await admin.getByRole('button', { name: /^选择符合条件的全部/ }).click()
}

/** Says why, and confirms. */
async function because(admin: Page, action: string, reason: string): Promise<void> {
  const asking = admin.getByRole('dialog', { name: new RegExp(`^${action}`) })
  await typeInto(asking.getByLabel('原因'), reason)
  await asking.getByRole('button', { name: action, exact: true }).click()
}

test('all works of a maker are hidden in six clicks, and undone in one @desktop', async ({ operator }) => {
  const { admin } = await operator('editor')
  const clicks = await openPart(admin, '/admin/works?modId=2')
  await admin.getByRole('button', { name: '按词条筛选' }).click()
  const finding = admin.getByRole('dialog', { name: '按词条筛选' })
  await typeInto(finding.getByRole('searchbox'), 'Studio')
  await finding
    .getByRole('checkbox', { name: /^Studio \d 无码片商/ })
    .first()
    .click()
  await expect(admin.getByText(`共 ${WORKS} 条`)).toHaveCount(0)
  await chooseAll(admin)
  await admin.getByRole('button', { name: '隐藏', exact: true }).click()
  await because(admin, '隐藏', '片商停止授权')
  const bulk = admin.getByRole('region', { name: '批量操作' })
  await expect(bulk).toContainText(/已隐藏 \d+ 部作品/)
  expect(await clicks()).toBeLessThanOrEqual(6)
  await bulk.getByRole('button', { name: '撤销' }).click()
  await expect(bulk).toContainText('恢复原样')
  expect(await clicks()).toBeLessThanOrEqual(7)
})

test('all works of a channel get a tag in six clicks @desktop', async ({ operator }) => {
  const { admin } = await operator('editor')
  const clicks = await openPart(admin, '/admin/works')
  await admin.getByRole('link', { name: '无码', exact: true }).click()
  await expect(admin.getByText(`共 ${WORKS} 条`)).toBeVisible()
  await chooseAll(admin)
  await admin.getByRole('button', { name: '加类别', exact: true }).click()
  const asking = admin.getByRole('dialog', { name: /^加类别/ })
  await typeInto(asking.getByLabel('原因'), '补齐类别')
  await asking.getByRole('group', { name: '类别' }).getByRole('checkbox').first().click()
  await asking.getByRole('button', { name: '加类别', exact: true }).click()
  await expect(admin.getByRole('region', { name: '批量操作' })).toContainText(/已加类别：\d+ 部作品/)
  expect(await clicks()).toBeLessThanOrEqual(6)
})

test('a cover is chosen and saved in three clicks @desktop', async ({ operator }) => {
  const { admin } = await operator('editor')
  const clicks = await openPart(admin, '/admin/works?modId=1')
  await admin.getByRole('table', { name: '作品' }).getByRole('link', { name: /-\d/ }).nth(4).click()
  const panel = admin.getByRole('dialog', { name: /^编辑 / })
  const cover = panel.getByRole('img', { name: '封面' })
  const before = (await cover.getAttribute('src')) ?? ''
  const choosing = admin.waitForEvent('filechooser')
  await panel.getByText(/^(换|上传)封面$/).click()
  await (await choosing).setFiles({ name: 'cover.png', mimeType: 'image/png', buffer: PICTURE })
  await expect(cover).not.toHaveAttribute('src', before)
  await panel.getByRole('button', { name: '保存', exact: true }).click()
  await expect(admin.getByText('已保存')).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(3)
})

test('twenty questions are answered with two presses each @desktop', async ({ page, operator }) => {
  test.slow()
  const name = await becomeMember(page)
  for (let at = 1; at <= QUESTIONS; at++) await ask(page, `第 ${at} 个问题`)
  const { admin } = await operator('support')
  await admin.goto(`/admin/messages?keyword=${name}`)
  const questions = admin.getByRole('region', { name: '留言列表' }).getByRole('link')
  await questions.first().click()
  const talk = conversation(admin, name)
  // The first answer becomes a template.
  await talk.getByRole('textbox').fill('{用户名} 您好，已经处理好了。')
  await talk.getByRole('button', { name: /^管理/ }).click()
  const templates = admin.getByRole('dialog', { name: '常用回复' })
  await templates.getByRole('button', { name: '把当前回复存为常用' }).click()
  await expect(templates.getByRole('list', { name: '已保存的常用回复' })).toBeVisible()
  await templates.getByRole('button', { name: '关闭' }).click()
  await talk.getByRole('textbox').fill('')
  await talk.getByRole('textbox').focus()
  const clicks = await countClicks(admin)
  for (let at = 1; at <= QUESTIONS; at++) {
    await expect(talk.getByRole('list').or(talk).getByText(`第 ${at} 个问题`).first()).toBeVisible()
    await expect(talk.getByRole('textbox')).toBeFocused()
    // Two presses: the slash opens the templates, and Ctrl+Enter takes the first one, sends it and goes on.
    await admin.keyboard.press('/')
    await admin.keyboard.press('Control+Enter')
  }
  await expect(questions).toHaveCount(0)
  expect(await clicks()).toBe(QUESTIONS)
})

test('an order is granted by hand in four clicks, and the day is closed in three @desktop', async ({
  page,
  operator,
}) => {
  await leaveOrder(page)
  const { admin } = await operator('cashier')
  const clicks = await openPart(admin, '/admin/orders?status=0')
  await admin.getByRole('button', { name: /^查看/ }).first().click()
  await admin.getByRole('dialog', { name: '订单详情' }).getByRole('button', { name: '补单' }).click()
  const form = admin.getByRole('dialog', { name: '补单' })
  await typeInto(form.getByLabel('交易号或凭证号'), `BANK${Date.now()}`)
  await typeInto(form.getByLabel('原因'), '会员转账，已核实')
  await form.getByRole('button', { name: '补单' }).click()
  await expect(admin.getByText(/^已补单|^已提交，等另一位管理人员确认/)).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(4)

  const closing = await openPart(admin, '/admin/orders')
  await admin.getByRole('link', { name: '今天' }).click()
  await expect(admin.getByRole('region', { name: '合计' })).toContainText('净额')
  const saving = admin.waitForEvent('download')
  await admin.getByRole('button', { name: '导出' }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)
  expect(await closing()).toBeLessThanOrEqual(3)
})

test('one code is revoked in three clicks @desktop', async ({ site, operator }) => {
  const { admin } = await operator('cashier')
  const written = await run(site.folder, 'codes', 'generate', '--plan', 'VIP月卡')
  const clicks = await openPart(admin, '/admin/codes')
  await typeInto(admin.getByRole('searchbox', { name: '粘贴完整激活码' }), written.trim().split('\n')[0] ?? '')
  await admin.keyboard.press('Enter')
  const code = admin.getByRole('dialog', { name: /激活码 …/ })
  await code.getByRole('button', { name: '作废' }).click()
  await because(admin, '作废', '发错了人')
  await expect(code).toContainText('已作废')
  expect(await clicks()).toBeLessThanOrEqual(3)
})

test('a limit is changed in three clicks @desktop', async ({ operator }) => {
  const { admin } = await operator('admin')
  const clicks = await openPart(admin, '/admin/dashboard')
  await admin.getByRole('navigation', { name: '管理台' }).getByRole('link', { name: '设置' }).click()
  await admin.getByRole('button', { name: '限额与支付' }).click()
  await typeInto(admin.getByLabel('会员每天可复制的磁链'), '120')
  await admin.getByRole('button', { name: '保存' }).click()
  await expect(admin.getByText('已保存')).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(3)
})
