import { expectGoodLayout } from './support/layout.ts'
import { test } from './support/own-site.ts'
import { searchAsVisitor } from './support/signed.ts'
import { confirmedAt, expect } from './support/test.ts'

/** More than the three that make a word known: two visitors may look alike to the server. */
const VISITORS = 8

test('an admin sees a search without result appear, and leads it on @once', async ({
  browser,
  contextOptions,
  operator,
  site,
  trouble,
}, { project }) => {
  const word = `极光邮差${project.name}`
  const { admin } = await operator('admin')
  await admin.goto('/admin')
  await expect(admin).toHaveURL('/admin/dashboard')
  const words = admin.getByRole('region', { name: '搜不到的词' })
  const found = words.getByRole('link', { name: word, exact: true })
  await expect(words).toBeVisible()
  await expect(found).toHaveCount(0)

  const visitor = await browser.newContext({
    ...contextOptions,
    storageState: confirmedAt(site.url),
    baseURL: site.url,
  })
  trouble.watch(visitor)
  const page = await visitor.newPage()
  await page.goto(`/search/${encodeURIComponent(word)}`)
  await expect(page.getByText(`没有找到“${word}”`)).toBeVisible()
  await visitor.close()
  for (let other = 1; other < VISITORS; other++) await searchAsVisitor(site.url, word)

  // It is written down every two seconds.
  await expect(async () => {
    await admin.reload()
    await expect(found).toBeVisible({ timeout: 1_000 })
    const row = words.getByRole('listitem').filter({ hasText: word })
    await expect(row).toContainText(`${VISITORS} 次`, { timeout: 1_000 })
  }).toPass()
  const searches = admin.getByRole('slider', { name: '搜索：选择日期' })
  await expect(searches).toHaveAttribute('aria-valuetext', /^今天 \d+ 次，其中无结果 \d+$/)
  await searches.focus()
  await admin.keyboard.press('ArrowLeft')
  await expect(searches).toHaveAttribute('aria-valuetext', /^\d+月\d+日 0 次，其中无结果 0$/)
  await expectGoodLayout(admin)

  await words.getByRole('link', { name: `在作品里找 ${word}` }).click()
  await expect(admin.getByRole('searchbox', { name: '番号或标题' })).toHaveValue(word)
  await admin.goBack()
  await found.click()
  await expect(admin).toHaveURL(`/search/${encodeURIComponent(word)}`)
})
