import type { Page } from '@playwright/test'
import { countPresses, expectActs, expectPresses, typeInto } from './support/clicks.ts'
import { ask, becomeMember } from './support/member.ts'
import { test } from './support/own-site.ts'
import { run } from './support/server.ts'
import { expect } from './support/test.ts'
import { leaveOrder } from './support/vip.ts'

/**
 * How many presses the tasks of a working day take, each from its section on: of the mouse and of keys that write nothing.
 * `npm run full-size` counts them in a large catalogue.
 */

const QUESTIONS = 20
const CORRECTED = 20
/** Set where there are many works and questions. */
const LARGE_MAKER = process.env.E2E_MAKER
/** Bulk changes of thousands of works take their time. */
const BULK = { timeout: 120_000 }
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function openPart(admin: Page, path: string) {
  await admin.goto(path)
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible()
  return countPresses(admin)
}

/** Narrows the works to those of the first term that is found; answers how many they are. */
async function filterByTerm(admin: Page, name: string): Promise<number> {
  await admin.getByRole('button', { name: '按词条筛选' }).click()
  const finding = admin.getByRole('dialog', { name: '按词条筛选' })
  await typeInto(finding.getByRole('searchbox'), name)
  const found = finding.locator('label').filter({ hasText: new RegExp(`^${name}`) })
  const works = Number(/(\d+) 部作品/.exec((await found.first().textContent()) ?? '')?.[1])
  await found.first().click()
  await expect(admin.getByRole('button', { name: `选择全部 ${works} 部作品` })).toBeVisible()
  return works
}

/** Says why, and confirms. */
async function because(admin: Page, action: string, reason: string): Promise<void> {
  const asking = admin.getByRole('dialog', { name: new RegExp(`^${action}`) })
  await typeInto(asking.getByLabel('原因'), reason)
  await asking.getByRole('button', { name: action, exact: true }).click()
}

test('all works of a maker are hidden in six presses, and undone in one @desktop', async ({ operator }) => {
  const { admin } = await operator('editor')
  const counted = await openPart(admin, '/admin/works')
  const works = await filterByTerm(admin, LARGE_MAKER ?? 'Studio')
  await admin.getByRole('button', { name: /^选择全部/ }).click()
  await admin.getByRole('button', { name: '隐藏', exact: true }).click()
  await because(admin, '隐藏', '片商停止授权')
  const bulk = admin.getByRole('region', { name: '批量操作' })
  await expect(bulk).toContainText(`已隐藏 ${works} 部作品`, BULK)
  await expectPresses(counted, 6)
  await bulk.getByRole('button', { name: '撤销' }).click()
  await expect(bulk).toContainText(`已撤销：${works} 部作品恢复原样`, BULK)
  await expectPresses(counted, 7)

  // The next time the reason is there already: six, with the text that is typed.
  const again = await openPart(admin, '/admin/works')
  await filterByTerm(admin, LARGE_MAKER ?? 'Studio')
  await admin.getByRole('button', { name: /^选择全部/ }).click()
  await admin.getByRole('button', { name: '隐藏', exact: true }).click()
  await admin.getByRole('button', { name: '隐藏：片商停止授权' }).click()
  await expect(bulk).toContainText(`已隐藏 ${works} 部作品`, BULK)
  await expectActs(again, 6)
  await bulk.getByRole('button', { name: '撤销' }).click()
  await expect(bulk).toContainText(`已撤销：${works} 部作品恢复原样`, BULK)
})

test('all works of a term get a tag in six presses @desktop', async ({ operator }) => {
  const { admin } = await operator('editor')
  const counted = await openPart(admin, '/admin/works')
  // In the large catalogue a tag with 200 works.
  await filterByTerm(admin, LARGE_MAKER ? '励志' : 'Studio')
  await admin.getByRole('button', { name: /^选择全部/ }).click()
  await admin.getByRole('button', { name: '加类别', exact: true }).click()
  const asking = admin.getByRole('dialog', { name: /^加类别/ })
  await typeInto(asking.getByLabel('原因'), '补齐类别')
  await asking.getByRole('group', { name: '类别' }).getByRole('checkbox').first().click()
  await asking.getByRole('button', { name: '加类别', exact: true }).click()
  await expect(admin.getByRole('region', { name: '批量操作' })).toContainText(/已加类别：\d+ 部作品/, BULK)
  await expectPresses(counted, 6)
})

test('twenty works are corrected in forty presses without scrolling @desktop', async ({ operator }) => {
  const { admin } = await operator('editor')
  const counted = await openPart(admin, '/admin/works')
  await admin.getByRole('table', { name: '作品' }).getByRole('link', { name: /-\d/ }).first().click()
  const panel = admin.getByRole('dialog', { name: /^编辑 / })
  const title = panel.getByLabel('标题', { exact: true })
  const place = panel.getByRole('status').filter({ hasText: ' / ' })
  await title.click()
  for (let at = 1; at <= CORRECTED; at++) {
    await expect(place).toContainText(`${at} / `)
    await expect(title).toBeInViewport()
    await typeInto(title, `更正后的标题 ${at}`)
    await admin.keyboard.press('Control+Enter')
  }
  await expect(place).toContainText(`${CORRECTED + 1} / `)
  await expectPresses(counted, 2 * CORRECTED)
})

test('a cover is chosen and saved in three presses @desktop', async ({ operator }) => {
  const { admin } = await operator('editor')
  const counted = await openPart(admin, '/admin/works?modId=1')
  await admin.getByRole('table', { name: '作品' }).getByRole('link', { name: /-\d/ }).nth(4).click()
  const panel = admin.getByRole('dialog', { name: /^编辑 / })
  const button = panel.getByText(/^(换|上传)封面$/)
  await expect(button).toBeInViewport()
  const choosing = admin.waitForEvent('filechooser')
  await button.click()
  await (await choosing).setFiles({ name: 'cover.png', mimeType: 'image/png', buffer: PICTURE })
  await expect(panel.getByRole('img', { name: '封面' })).toHaveAttribute('src', /\/uploads\//)
  await panel.getByRole('button', { name: '保存', exact: true }).click()
  await expect(admin.getByText('已保存')).toBeVisible()
  await expectPresses(counted, 3)
})

test('twenty questions are answered with two presses each @desktop', async ({ page, operator }) => {
  test.slow()
  const name = LARGE_MAKER ? '' : await becomeMember(page)
  if (name) for (let at = 1; at <= QUESTIONS; at++) await ask(page, `第 ${at} 个问题`)
  const { admin } = await operator('support')
  await admin.goto(`/admin/messages?keyword=${name}`)
  const questions = admin.getByRole('region', { name: '留言列表' }).getByRole('link')
  await questions.first().click()
  const reply = admin.getByRole('textbox', { name: '回复' })
  // The first answer becomes a template.
  await reply.fill('{用户名} 您好，已经处理好了。')
  await admin.getByRole('button', { name: /^管理/ }).click()
  const templates = admin.getByRole('dialog', { name: '常用回复' })
  await templates.getByRole('button', { name: '把当前回复存为常用' }).click()
  await expect(templates.getByRole('list', { name: '已保存的常用回复' })).toBeVisible()
  await templates.getByRole('button', { name: '关闭' }).click()
  await reply.fill('')
  await reply.focus()
  const counted = await countPresses(admin)
  const talk = admin.getByRole('region', { name: /^与 .* 的沟通$/ })
  for (let at = 1; at <= QUESTIONS; at++) {
    await expect(talk.getByText(new RegExp(`^第 ${at} 个问题`)).first()).toBeVisible()
    await expect(reply).toBeFocused()
    // The slash opens the templates, and Ctrl+Enter takes the first one, sends it and goes on.
    await admin.keyboard.press('/')
    await admin.keyboard.press('Control+Enter')
  }
  if (name) await expect(questions).toHaveCount(0)
  else await expect(talk.getByText(new RegExp(`^第 ${QUESTIONS + 1} 个问题`)).first()).toBeVisible()
  const { pressed, written } = await counted()
  expect(written).toBe(QUESTIONS)
  expect(pressed).toBe(QUESTIONS)
})

test('an order is granted by hand in four presses, and the day is closed in three @desktop', async ({
  page,
  operator,
}) => {
  await leaveOrder(page)
  const { admin } = await operator('cashier')
  const counted = await openPart(admin, '/admin/orders?status=0')
  await admin.getByRole('button', { name: /^查看/ }).first().click()
  await admin.getByRole('dialog', { name: '订单详情' }).getByRole('button', { name: '补单' }).click()
  const form = admin.getByRole('dialog', { name: '补单' })
  await typeInto(form.getByLabel('交易号或凭证号'), `BANK${Date.now()}`)
  await admin.keyboard.press('Tab')
  await typeInto(form.getByLabel('原因'), '会员转账，已核实')
  await form.getByRole('button', { name: '补单', exact: true }).click()
  await expect(admin.getByText(/^已补单|^已提交，等另一位管理人员确认/)).toBeVisible()
  await expectPresses(counted, 4)

  const closing = await openPart(admin, '/admin/orders')
  await admin.getByRole('link', { name: '今天' }).click()
  await expect(admin.getByRole('region', { name: '合计' })).toContainText('净额')
  const saving = admin.waitForEvent('download')
  await admin.getByRole('button', { name: '导出' }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)
  await expectPresses(closing, 3)
})

test('one code is revoked in three presses @desktop', async ({ site, operator }) => {
  const { admin } = await operator('cashier')
  const written = await run(site.folder, 'codes', 'generate', '--plan', 'VIP月卡', '--count', '2')
  const counted = await openPart(admin, '/admin/codes')
  const [first = '', second = ''] = written.trim().split('\n')
  // Pasted into nothing in particular.
  const paste = (code: string) =>
    admin.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, code)
  await paste(first)
  const code = admin.getByRole('dialog', { name: /激活码 …/ })
  await code.getByRole('button', { name: '作废' }).click()
  await because(admin, '作废', '发错了人')
  await expect(code).toContainText('已作废')
  await expectPresses(counted, 3)

  // With the reason of the first one: three, the pasted text among them.
  const again = await openPart(admin, '/admin/codes')
  await paste(second)
  await code.getByRole('button', { name: '作废' }).click()
  await admin.getByRole('button', { name: '作废：发错了人' }).click()
  await expect(code).toContainText('已作废')
  await expectActs(again, 3)
})

test('a limit is changed in three presses @desktop', async ({ operator }) => {
  const { admin } = await operator('admin')
  const counted = await openPart(admin, '/admin/settings')
  await admin.getByRole('button', { name: '修改 会员每天可复制的磁链' }).click()
  await typeInto(admin.getByRole('textbox', { name: '会员每天可复制的磁链' }), '120')
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('已保存')).toBeVisible()
  await expectActs(counted, 3)
})
