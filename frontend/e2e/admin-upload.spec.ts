import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectGoodLayout } from './support/layout.ts'
import { test } from './support/own-site.ts'
import { expect } from './support/test.ts'

const DAY_MS = 86_400_000
const row = (admin: Page, name: string) =>
  admin.getByRole('table', { name: '导入记录' }).getByRole('row').filter({ hasText: name })

const YESTERDAY = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)
/** So old that other journeys on the same site do not find it first in their lists. */
const LONG_AGO = '1990-01-01'

/** A line of an import file with a magnet link: lists show no others at first. */
function line(number: string, title: string, pubTime = YESTERDAY): string {
  const magnets = [
    { name: number, infoHash: 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a', length: 1, createTime: pubTime },
  ]
  return JSON.stringify({ channel: 'western', number, title, pubTime, magnets })
}

async function choose(admin: Page, name: string, lines: string[]): Promise<void> {
  const buffer = Buffer.from(`${lines.join('\n')}\n`)
  await admin.getByLabel('导入文件').setInputFiles({ name, mimeType: 'application/x-ndjson', buffer })
}

test('an editor uploads a file with two refused lines, downloads them, and the new work is in the lists @once', async ({
  page,
  operator,
}) => {
  const { admin, name } = await operator('editor')
  await admin.goto('/admin/import')
  await expect(admin.getByRole('heading', { name: '导入', level: 1 })).toBeVisible()
  await expectGoodLayout(admin)
  await choose(admin, 'new.ndjson', [line('UPLD-001', '港湾清晨的新船'), '{"channel":"western"}', 'no line at all'])
  await expect(admin.getByRole('checkbox', { name: /只检查/ })).not.toBeChecked()
  await expectGoodLayout(admin)
  await admin.getByRole('button', { name: '开始上传' }).click()
  const done = row(admin, 'new.ndjson')
  await expect(done).toContainText('已完成')
  await expect(done.getByRole('cell').nth(3)).toHaveText('1')
  await expect(done.getByRole('cell').nth(6)).toHaveText('2')
  await expectGoodLayout(admin)

  const saving = admin.waitForEvent('download')
  await done.getByRole('button', { name: '下载被拒行' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('new.ndjson.refused.txt')
  const text = await readFile(await saved.path(), 'utf8')
  expect(text.split('\n').map((refused) => refused.split('\t')[0])).toEqual(['行号', '2', '3', ''])
  expect(text).toContain('no line at all')

  await expect(async () => {
    await page.goto('/western')
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: 'UPLD-001' })).toBeVisible({ timeout: 1 })
  }).toPass()

  const { admin: log } = await operator('admin')
  await log.goto('/admin/audit?action=works.import')
  const entries = log.getByRole('row').filter({ hasText: '导入作品' })
  await expect(entries.filter({ hasText: name })).toContainText('new.ndjson')
  await expect(entries.filter({ hasText: '系统' })).toContainText('已完成')
})

test('an editor stops a long import, and lets it go on @once', async ({ operator }) => {
  const { admin } = await operator('editor')
  await admin.goto('/admin/import')
  const lines = Array.from({ length: 30_000 }, (_, index) => line(`LONG-${index}`, '山谷里的四季', LONG_AGO))
  await choose(admin, 'long.ndjson', lines)
  await admin.getByRole('button', { name: '开始上传' }).click()
  const card = admin.getByRole('region', { name: '导入 long.ndjson' })
  await card.getByRole('button', { name: '停止' }).click()
  const asking = admin.getByRole('dialog', { name: '停止导入?' })
  await expect(asking).toContainText('已经写入的作品会保留')
  await asking.getByRole('button', { name: '停止' }).click()
  await expect(row(admin, 'long.ndjson')).toContainText('已停止')
  await expect(card).toHaveCount(0)
  await row(admin, 'long.ndjson').getByRole('button', { name: '继续' }).click()
  await expect(card.getByRole('progressbar', { name: '导入进度' })).toBeVisible()
  await expectGoodLayout(admin)
  // It goes on while another screen is looked at.
  await admin.getByRole('navigation', { name: '管理台' }).getByRole('link', { name: '作品' }).click()
  await expect(admin.getByRole('heading', { name: '作品' })).toBeVisible()
  await admin.getByRole('navigation', { name: '管理台' }).getByRole('link', { name: '导入' }).click()
  await card.getByRole('button', { name: '停止' }).click()
  await asking.getByRole('button', { name: '停止' }).click()
  await expect(row(admin, 'long.ndjson')).toContainText('已停止')
})
