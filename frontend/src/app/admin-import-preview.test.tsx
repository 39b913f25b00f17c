import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { forgetUpload, showUploaded } from '@/admin/import/upload-task.ts'
import type { ImportPreview } from '@/shared/api/types.ts'
import { ADMIN, servePermissions } from '@/testing/admin.ts'
import { makeImport, makePreview, serveImports } from '@/testing/admin-imports.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { requests, server } from '@/testing/server.ts'

const bodies = (path: string) =>
  Promise.all(requests.filter(({ url }) => new URL(url).pathname.endsWith(path)).map((request) => request.json()))

function servePreview(answer: (form: { channel?: string; mapping?: string }) => ImportPreview) {
  server.use(
    http.post(`${ADMIN}/imports/:id/preview`, async ({ request }) => {
      const form = (await request.clone().json()) as { channel?: string; mapping?: string }
      return HttpResponse.json({ code: 200, msg: '操作成功', data: answer(form) })
    }),
  )
}

function editor() {
  serveMember()
  servePermissions(['works:import'])
  return renderApp('/admin/import')
}

afterEach(() => {
  showUploaded(null)
  forgetUpload()
})

describe('an uploaded table', () => {
  it('is shown as it is read, changed, and imported', async () => {
    serveImports()
    servePreview(({ channel, mapping }) =>
      makePreview({
        problem: channel ? '' : '文件没有说明频道，请选择频道',
        ...(mapping ? { mapping } : {}),
        ...(channel ? { rows: [{ place: '2', line: `{"channel":"${channel}"}`, problem: '', notes: [] }] } : {}),
      }),
    )
    const { user } = editor()
    await user.upload(await screen.findByLabelText('导入文件'), new File(['番号'], 'films.csv'))
    await user.click(screen.getByRole('button', { name: '开始上传' }))
    const panel = within(await screen.findByRole('region', { name: '预览 films.csv' }))
    expect(await panel.findByText('文件没有说明频道，请选择频道')).toBeVisible()
    expect(panel.getByText('文本表格（CSV、TSV）')).toBeVisible()
    expect(panel.getByRole('button', { name: '导入' })).toBeDisabled()
    const rows = within(panel.getByRole('table', { name: '最前面的作品' }))
      .getAllByRole('row')
      .slice(1)
    expect(rows[0]).toHaveTextContent('2MZU-001山谷2026-01-05')
    expect(rows[1]).toHaveTextContent('3拒绝：发行时间：不是日期时长（分钟）：看不懂')
    await user.selectOptions(panel.getByLabelText('频道（文件没有说明时）'), '欧美')
    expect(await panel.findByText('频道：欧美')).toBeVisible()
    await user.selectOptions(panel.getByLabelText('心情'), '类别')
    await waitFor(() => expect(panel.getByLabelText('心情')).toHaveValue('tags'))
    await waitFor(() => expect(panel.getByRole('button', { name: '只检查' })).toBeEnabled())
    await user.click(panel.getByRole('button', { name: '只检查' }))
    expect(await screen.findByRole('region', { name: '导入 films.csv' })).toBeVisible()
    const [form] = (await bodies('/start')) as { channel: string; mapping: string; dryRun: boolean }[]
    expect(form).toMatchObject({ channel: 'western', dryRun: true, overrideCurated: false })
    expect(JSON.parse(form?.mapping ?? '').columns).toMatchObject({ 番号: 'number', 心情: 'tags' })
    expect(screen.queryByRole('region', { name: '预览 films.csv' })).toBeNull()
  })

  it('can wait, and is opened again from the list', async () => {
    const row = makeImport(1, { name: 'films.csv', state: 'receiving', refused: 0 })
    serveImports([row, makeImport(2, { state: 'receiving', received: 1024 })])
    servePreview(() => makePreview())
    const { user } = editor()
    expect(await screen.findByText('待导入')).toBeVisible()
    expect(screen.getByText('未传完')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '预览 films.csv' }))
    const region = await screen.findByRole('region', { name: '预览 films.csv' })
    expect(region).toHaveFocus()
    const panel = within(region)
    await user.click(await panel.findByRole('button', { name: '以后再说' }))
    expect(screen.queryByRole('region', { name: '预览 films.csv' })).toBeNull()
  })

  it('that was only checked shows by field what would change', async () => {
    const changes = [
      {
        field: 'title',
        gained: 0,
        changed: 2378,
        lost: 0,
        examples: [{ number: 'MZU-001', before: '旧名', after: '新名' }],
      },
      {
        field: 'tags',
        gained: 3,
        changed: 0,
        lost: 1,
        examples: [{ number: 'MZU-002', before: '剧情', after: '' }],
      },
    ]
    const newest = makeImport(3, { name: 'b.csv', dryRun: 1, changes })
    const older = makeImport(2, { name: 'a.csv', dryRun: 1, changes: [] })
    serveImports([newest, older, makeImport(1)])
    const { user } = editor()
    const card = within(await screen.findByRole('region', { name: '检查结果 b.csv' }))
    const rows = within(await card.findByRole('table', { name: '按字段的变化' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      '字段补上改动清空例子',
      '标题02,3780MZU-001：旧名 → 新名',
      '类别301MZU-002：剧情 → （空）',
    ])
    await user.click(screen.getByRole('button', { name: '变化 a.csv' }))
    const other = await screen.findByRole('region', { name: '检查结果 a.csv' })
    expect(other).toHaveFocus()
    expect(await within(other).findByText('只改动标签等的附加内容')).toBeVisible()
    expect(screen.queryByRole('button', { name: '变化 films-1.ndjson' })).toBeNull()
  })

  it('that turns out to have lines is imported at once', async () => {
    serveImports()
    servePreview(() => makePreview({ format: 'lines', mapping: '', rows: [] }))
    const { user } = editor()
    await user.upload(await screen.findByLabelText('导入文件'), new File(['{}'], 'films.txt'))
    await user.click(screen.getByRole('button', { name: '开始上传' }))
    expect(await screen.findByRole('region', { name: '导入 films.txt' })).toBeVisible()
    expect(screen.queryByRole('region', { name: '预览 films.txt' })).toBeNull()
  })
})
