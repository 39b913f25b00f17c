import type { Page } from '@playwright/test'
import { expectGoodLayout } from './support/layout.ts'
import { test } from './support/own-site.ts'
import { expect } from './support/test.ts'

/** The panel of the open work. */
const panel = (admin: Page) => admin.getByRole('dialog', { name: /^编辑 / })

/** A picture as the browser itself makes it. */
async function pasteCover(admin: Page): Promise<void> {
  await admin.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 60
    canvas.height = 40
    const brush = canvas.getContext('2d')
    if (brush) brush.fillStyle = '#3366aa'
    brush?.fillRect(0, 0, 60, 40)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    const clipboardData = new DataTransfer()
    if (blob) clipboardData.items.add(new File([blob], 'cover.png', { type: 'image/png' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
}

test('an editor corrects a page of works by key, without scrolling', async ({ operator }) => {
  const { admin } = await operator('editor')
  await admin.goto('/admin/works')
  const links = admin.getByRole('table', { name: '作品' }).getByRole('link', { name: /-\d/ })
  await expect(links.first()).toBeVisible()
  await admin.evaluate(() => addEventListener('wheel', () => document.documentElement.setAttribute('data-wheel', '')))
  await links.first().click()
  await panel(admin).getByRole('textbox', { name: '标题' }).click()
  for (let at = 1; at <= 20; at++) {
    // The next one has the same field, chosen as a whole.
    await expect(
      panel(admin)
        .getByRole('status')
        .filter({ hasText: new RegExp(` ${at} / `) }),
    ).toBeVisible()
    await expect(panel(admin).getByRole('textbox', { name: '标题' })).toBeFocused()
    if (at === 1) await admin.keyboard.press('Control+a')
    await admin.keyboard.type(`第 ${at} 部的新标题`)
    await admin.keyboard.press('Control+Enter')
  }
  // The twentieth was the last of its page: the panel goes on with the next page, which leaves the corrected one.
  await expect(
    panel(admin)
      .getByRole('status')
      .filter({ hasText: / 21 \/ / }),
  ).toBeVisible()
  await expect(admin.locator('html')).not.toHaveAttribute('data-wheel')
  await admin.goto('/admin/works')
  for (const at of [1, 20]) {
    await expect(admin.getByRole('row').filter({ hasText: `第 ${at} 部的新标题` })).toBeVisible()
  }
})

test('a cover is set in three actions, and what is half done is not lost', async ({ operator }) => {
  const { admin } = await operator('editor')
  await admin.goto('/admin/works')
  await admin.getByRole('table', { name: '作品' }).getByRole('link', { name: /-\d/ }).nth(2).click()
  await expectGoodLayout(admin)
  const cover = panel(admin).getByRole('img', { name: '封面' })
  const before = (await cover.getAttribute('src')) ?? ''
  await pasteCover(admin)
  await expect(cover).not.toHaveAttribute('src', before)
  await panel(admin).getByRole('button', { name: '保存', exact: true }).click()
  await expect(admin.getByText('已保存')).toBeVisible()

  await panel(admin).getByRole('textbox', { name: '标题' }).fill('半个标题')
  await panel(admin).getByRole('button', { name: '下一部', exact: true }).click()
  await admin.getByRole('button', { name: '继续编辑' }).click()
  await expect(panel(admin).getByRole('textbox', { name: '标题' })).toHaveValue('半个标题')
  await panel(admin).getByRole('combobox', { name: '演员' }).fill('新来的人')
  await admin.getByRole('option', { name: /新建演员/ }).click()
  await expectGoodLayout(admin)
  await admin.getByRole('button', { name: '新建', exact: true }).click()
  await admin.keyboard.press('Control+Shift+Enter')
  await expect(panel(admin).getByRole('list', { name: '已选演员' })).toContainText('新来的人')
  await expect(admin.getByRole('row', { name: /半个标题/ })).toBeVisible()
  await expectGoodLayout(admin)
  await admin.reload()
  await expect(panel(admin).getByRole('textbox', { name: '标题' })).toHaveValue('半个标题')
  await admin.goBack()
  await expect(panel(admin)).toHaveCount(0)
})
