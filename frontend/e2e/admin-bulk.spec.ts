import { WORKS } from './support/catalogue.ts'
import { expectGoodLayout } from './support/layout.ts'
import { test } from './support/own-site.ts'
import { expect } from './support/test.ts'

test('an editor hides all works of a filter at once, and undoes it', async ({ page, operator }) => {
  const { admin } = await operator('editor')
  await admin.goto('/admin/works?modId=3')
  await expect(admin.getByText(`共 ${WORKS} 条`)).toBeVisible()
  await admin.getByRole('button', { name: `选择全部 ${WORKS} 部作品` }).click()
  await expectGoodLayout(admin)
  await admin.getByRole('button', { name: '隐藏', exact: true }).click()
  const asking = admin.getByRole('dialog', { name: `隐藏：${WORKS} 部作品?` })
  await asking.getByLabel('原因').fill('片商停止授权')
  await expectGoodLayout(admin)
  await asking.getByRole('button', { name: '隐藏', exact: true }).click()
  const bulk = admin.getByRole('region', { name: '批量操作' })
  await expect(bulk).toContainText(`已隐藏 ${WORKS} 部作品`)
  await expect(admin.getByRole('cell', { name: '已隐藏' })).toHaveCount(20)
  await expectGoodLayout(admin)
  await expect(async () => {
    await page.goto('/western')
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()

  await bulk.getByRole('button', { name: '撤销' }).click()
  await expect(bulk).toContainText(`已撤销：${WORKS} 部作品恢复原样`)
  await expect(async () => {
    await page.goto('/western')
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
})
