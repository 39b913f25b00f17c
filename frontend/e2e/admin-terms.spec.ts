import type { Page } from '@playwright/test'
import { numberOf, workAt } from './support/catalogue.ts'
import { expectGoodLayout } from './support/layout.ts'
import { test } from './support/own-site.ts'
import { expect } from './support/test.ts'

const performerOf = (index: number) => workAt('censored', index).performers[0] ?? { name: '', nameCn: '' }
const GONE = performerOf(1)
const KEPT = performerOf(0)
/** Works of each of the two: every fortieth of 150. */
const WORKS_OF_ONE = 4

const rowOf = (admin: Page, text: string) => admin.getByRole('row').filter({ hasText: text })
const sidebar = (page: Page) => page.getByRole('complementary', { name: '女优合集' })
const entry = (page: Page, name = '') => sidebar(page).getByRole('link', { name: new RegExp(`^${name}\\s*\\(`) })
const works = (page: Page) => page.getByRole('main').getByRole('article')

test('an admin merges two performers, and the counts are right everywhere @once', async ({ page, operator }) => {
  await page.goto('/performer/index')
  await expect(entry(page, KEPT.nameCn)).toContainText(`(${WORKS_OF_ONE})`)
  await entry(page, GONE.nameCn).click()
  await expect(entry(page, GONE.nameCn)).toHaveAttribute('aria-current', 'page')
  const oldAddress = page.url()

  const { admin, name } = await operator('admin')
  await admin.goto('/admin/terms?kind=performer&modId=1')
  await admin.getByRole('searchbox', { name: '名称、中文名或别名' }).fill(GONE.nameCn ?? '')
  await admin.keyboard.press('Enter')
  await expect(rowOf(admin, GONE.name)).toContainText(String(WORKS_OF_ONE))
  await expectGoodLayout(admin)
  await rowOf(admin, GONE.name).getByRole('button', { name: '合并' }).click()
  const asking = admin.getByRole('dialog', { name: `合并「${GONE.name}」` })
  await asking.getByRole('searchbox').fill(KEPT.nameCn ?? '')
  await asking.getByRole('button', { name: '搜索' }).click()
  await asking.getByRole('radio', { name: new RegExp(`^${KEPT.name}`) }).check()
  await expect(asking).toContainText(
    `「${GONE.name}」的 ${WORKS_OF_ONE} 部作品归入「${KEPT.name}」（现有 ${WORKS_OF_ONE} 部）`,
  )
  await asking.getByLabel('原因').fill('同一个人')
  await expectGoodLayout(admin)
  await asking.getByRole('button', { name: '合并', exact: true }).click()
  await expect(admin.getByText('已合并词条')).toBeVisible()
  // The old name finds the one that stayed.
  await expect(rowOf(admin, KEPT.name).getByRole('cell').nth(3)).toHaveText(String(2 * WORKS_OF_ONE))
  await expect(rowOf(admin, KEPT.name)).toContainText(GONE.name)

  await expect(async () => {
    await page.goto('/performer/index')
    await expect(entry(page, KEPT.nameCn)).toContainText(`(${2 * WORKS_OF_ONE})`, { timeout: 2_000 })
  }).toPass()
  await expect(sidebar(page).getByRole('link').first()).toContainText(KEPT.nameCn ?? '')
  await expect(entry(page, GONE.nameCn)).toHaveCount(0)

  await page.goto(oldAddress)
  await expect(page).not.toHaveURL(oldAddress)
  await expect(entry(page, KEPT.nameCn)).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText(`共 ${2 * WORKS_OF_ONE} 部`)).toBeVisible()

  await page.goto(`/search/${GONE.nameCn}`)
  for (const index of [0, 1, 40, 41]) {
    await expect(works(page).filter({ hasText: numberOf('censored', index) })).toBeVisible()
  }

  await admin.goto(`/admin/audit?actor=${name}`)
  await expect(rowOf(admin, name)).toContainText(['合并词条'])
  await expect(rowOf(admin, name).first()).toContainText('同一个人')
})

test('an editor makes a work, and renames the maker it is filed under', async ({ page, operator }) => {
  const { admin } = await operator('editor')
  await admin.goto('/admin/works')
  await admin.getByRole('button', { name: '新建作品' }).click()
  const form = admin.getByRole('dialog', { name: '新建作品' })
  await form.getByLabel('频道').selectOption('有码')
  await form.getByLabel('番号').fill('YKN-001')
  await form.getByLabel('标题').fill('湖畔的早班车')
  await form.getByLabel('发行时间').fill('2026-01-31')
  await form.getByRole('combobox', { name: '片商' }).fill('Lakeside')
  await admin.getByRole('option', { name: /新建片商/ }).click()
  await expectGoodLayout(admin)
  await admin.getByRole('dialog', { name: '新建片商' }).getByRole('button', { name: '新建', exact: true }).click()
  await expect(form.getByRole('list', { name: '已选片商' })).toContainText('Lakeside')
  await form.getByLabel('磁力链接').fill(`${'ab'.repeat(20)} | 5000000000 | 2026-01-31 | YKN-001 高清`)
  await expectGoodLayout(admin)
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await expect(admin.getByText('已新建作品')).toBeVisible()

  await admin.goto('/admin/terms?kind=maker&keyword=Lakeside')
  await rowOf(admin, 'Lakeside').getByRole('button', { name: '编辑' }).click()
  const drawer = admin.getByRole('dialog', { name: '编辑有码片商' })
  await drawer.getByLabel('名称', { exact: true }).fill('湖畔影业')
  await expectGoodLayout(admin)
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(admin.getByText('已保存')).toBeVisible()
  await expect(rowOf(admin, '湖畔影业')).toContainText('Lakeside')

  await expect(async () => {
    await page.goto('/search/湖畔影业')
    await expect(works(page).filter({ hasText: 'YKN-001' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('an editor sorts the terms, by a heading or on a phone from a list', async ({ operator, isMobile }) => {
  const { admin } = await operator('editor')
  const makers = ['Studio 0', 'Studio 1', 'Studio 2', 'Studio 3', 'Studio 4', 'Studio 5']
  const heading = admin.getByRole('link', { name: /^名称 ?排序$/ })
  const list = admin.getByRole('combobox', { name: '排序' })
  const expectRows = (names: string[]) => expect(rowOf(admin, 'Studio')).toContainText(names)
  const expectMark = async (shown: string) => {
    if (!isMobile) await expect(admin.locator('th[aria-sort]')).toHaveAttribute('aria-sort', shown)
  }

  await admin.goto('/admin/terms?kind=maker&modId=3')
  await expect(rowOf(admin, 'Studio')).toHaveCount(makers.length)
  await expect(isMobile ? heading : list).toBeHidden()
  await (isMobile ? list.selectOption('名称从A到Z') : heading.click())
  await expect(admin).toHaveURL('/admin/terms?kind=maker&modId=3&sort=name&order=asc')
  await expectRows(makers)
  await expectMark('ascending')
  await expectGoodLayout(admin)

  await (isMobile ? list.selectOption('名称从Z到A') : heading.click())
  await expect(admin).toHaveURL('/admin/terms?kind=maker&modId=3&sort=name&order=desc')
  await expectRows([...makers].reverse())
  await expectMark('descending')
  await admin.reload()
  await expectRows([...makers].reverse())

  await (isMobile ? list.selectOption('默认') : heading.click())
  await expect(admin).toHaveURL('/admin/terms?kind=maker&modId=3')
  await expect(admin.locator('th[aria-sort]')).toHaveCount(0)
})
