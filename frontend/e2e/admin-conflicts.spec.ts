import type { Page } from '@playwright/test'
import { numberOf } from './support/catalogue.ts'
import { conversation } from './support/inbox.ts'
import { expectGoodLayout } from './support/layout.ts'
import { becomeMember } from './support/member.ts'
import { test } from './support/own-site.ts'
import { expect } from './support/test.ts'

/** Opens the drawer of a work from the list of works. */
async function openWork(admin: Page, number: string) {
  await admin.goto('/admin/works')
  await admin.getByRole('searchbox', { name: '番号或标题' }).fill(number)
  await admin.keyboard.press('Enter')
  await admin.getByRole('button', { name: `编辑 ${number}`, exact: true }).click()
  const drawer = admin.getByRole('dialog', { name: `编辑 ${number}` })
  await expect(drawer.getByRole('textbox', { name: '标题' })).not.toHaveValue('')
  return drawer
}

test('who saves second is shown what the first one changed, and chooses', async ({ operator, trouble }) => {
  trouble.allow(/status 409/, /^console error: /)
  const number = numberOf('censored', 6)
  const [first, second] = [await operator('editor'), await operator('editor')]
  const mine = await openWork(second.admin, number)
  const theirs = await openWork(first.admin, number)

  await theirs.getByRole('textbox', { name: '标题' }).fill('先保存的标题')
  await theirs.getByRole('textbox', { name: '时长（分钟）' }).fill('77')
  await theirs.getByRole('button', { name: '保存', exact: true }).click()
  await expect(first.admin.getByText('已保存')).toBeVisible()

  await mine.getByRole('textbox', { name: '标题' }).fill('后保存的标题')
  await mine.getByRole('button', { name: '保存', exact: true }).click()
  const panel = mine.getByRole('alert', { name: '其他人刚刚改过' })
  await expect(panel.getByText('先保存的标题')).toBeVisible()
  await expect(mine.getByRole('textbox', { name: '时长（分钟）' })).toHaveValue('77')
  await expectGoodLayout(second.admin)
  await panel.getByRole('radio', { name: '保留我的' }).check()
  await mine.getByRole('button', { name: '保存', exact: true }).click()
  await expect(second.admin.getByText('已保存')).toBeVisible()

  // Both fields are the operators' now; one is given back to the imports.
  const again = await openWork(first.admin, number)
  await expect(again.getByRole('textbox', { name: '标题' })).toHaveValue('后保存的标题')
  const locked = again.getByRole('group', { name: '人工锁定的字段' })
  const title = locked.getByRole('checkbox', { name: /标题/ })
  const length = locked.getByRole('checkbox', { name: /时长/ })
  await expect(title).toBeVisible()
  await expect(length).toBeVisible()
  await expectGoodLayout(first.admin)
  await length.click()
  await again.getByRole('button', { name: '保存', exact: true }).click()
  await expect(first.admin.getByText('已保存')).toBeVisible()
  await openWork(first.admin, number)
  await expect(title).toBeVisible()
  await expect(length).toHaveCount(0)
})

test('two operators do not both answer a member unseen @once', async ({ page, operator, trouble }) => {
  trouble.allow(/status 409/, /^console error: /)
  const name = await becomeMember(page)
  await page.goto('/message?message=片源打不开')
  await page.getByRole('button', { name: '提交问题' }).click()
  await expect(page.getByText('提交成功')).toBeVisible()
  const [first, second] = [await operator('support'), await operator('support')]
  const drawers = []
  for (const { admin } of [first, second]) {
    await admin.goto('/admin/messages')
    await admin.getByRole('searchbox', { name: '用户全名、内容或标签' }).fill(name)
    await admin.keyboard.press('Enter')
    await admin.getByRole('region', { name: '留言列表' }).getByRole('link', { name }).click()
    drawers.push(conversation(admin, name))
  }
  const [theirs, mine] = drawers
  if (!theirs || !mine) throw new Error('both have opened it')
  await mine.getByRole('textbox', { name: '回复' }).fill('请再试一次')
  await theirs.getByRole('textbox', { name: '回复' }).fill('已经修复')
  await theirs.getByRole('button', { name: '发送', exact: true }).click()
  await expect(theirs.getByRole('listitem').filter({ hasText: '已经修复' })).toBeVisible()
  await mine.getByRole('button', { name: '发送', exact: true }).click()
  await expect(mine.getByRole('alert')).toContainText('对话有新内容')
  await expect(mine.getByRole('listitem').filter({ hasText: '已经修复' })).toBeVisible()
  await expect(mine.getByRole('textbox', { name: '回复' })).toHaveValue('请再试一次')
  await expectGoodLayout(second.admin)
})
