import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADMIN, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeAdminWork } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const queries = (path: string) =>
  requests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.endsWith(path))
    .map(({ searchParams }) => Object.fromEntries(searchParams))

const FIRST_PAGE = { pageNum: '1', pageSize: '20' }

function open(path = '/admin/works') {
  serveMember()
  servePermissions(['works:edit'])
  serveAdmin({
    works: [
      makeAdminWork(1, { lacks: ['cover', 'cast'], score: 66, editedBy: 'wang-yuanshan' }),
      makeAdminWork(2),
      makeAdminWork(3),
    ],
  })
  return renderApp(path)
}

afterEach(() => vi.restoreAllMocks())

describe('the list of works to do', () => {
  it('shows how complete works are and who changed them last', async () => {
    open()
    const row = within(await screen.findByRole('row', { name: /ABCD-1/ }))
    expect(row.getByRole('cell', { name: /66%/ })).toHaveTextContent('66%缺封面、演员')
    expect(row.getByText('wang-yuanshan')).toBeVisible()
    expect(within(screen.getByRole('row', { name: /ABCD-2/ })).getByText('100%')).toBeVisible()
  })

  it('is filtered by what is lacking, length, editor and days', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '更多条件' }))
    const dialog = within(await screen.findByRole('dialog', { name: '更多条件' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: '缺少' }), '演员')
    await user.selectOptions(dialog.getByRole('combobox', { name: '完整度' }), '低于 83%，缺两项以上')
    await user.type(dialog.getByRole('textbox', { name: '最短（分钟）' }), '90')
    await user.type(dialog.getByRole('textbox', { name: '最长（分钟）' }), '60')
    await user.click(dialog.getByRole('button', { name: '我修改的' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: '日期按' }), '修改')
    await user.type(dialog.getByLabelText('从'), '2026-11-01')
    await user.click(dialog.getByRole('button', { name: '筛选' }))
    expect(await dialog.findByText('最长不能小于最短')).toBeVisible()
    await user.clear(dialog.getByRole('textbox', { name: '最长（分钟）' }))
    await user.click(dialog.getByRole('button', { name: '筛选' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const filter = { lacks: 'cast', scoreBelow: '83', minDuration: '90', editedBy: 'lin_xia' }
    await waitFor(() =>
      expect(queries('/admin/works').at(-1)).toEqual({
        ...filter,
        from: '2026-11-01',
        time: 'updateTime',
        ...FIRST_PAGE,
      }),
    )
  })

  it('names each condition, and takes it out', async () => {
    const { user, router } = open('/admin/works?lacks=cast&scoreBelow=83&maxDuration=90&editedBy=lin_xia&to=2026-11-01')
    const names = [
      /^缺演员/,
      /^完整度低于 83%/,
      /^时长 不限 至 90 分钟/,
      /^lin_xia 最后修改/,
      /^添加于 不限 至 2026-11-01/,
    ]
    for (const name of names) await user.click(await screen.findByRole('link', { name }))
    expect(router.state.location.search).toBe('')
    await waitFor(() => expect(queries('/admin/works').at(-1)).toEqual(FIRST_PAGE))
  })

  it('ignores what an address cannot mean', async () => {
    open('/admin/works?lacks=files&scoreBelow=7&minDuration=x&maxDuration=9999&from=yesterday&time=updateTime')
    await screen.findByRole('row', { name: /ABCD-1/ })
    expect(queries('/admin/works')).toEqual([FIRST_PAGE])
  })

  it('is sorted by completeness and by the last change', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('link', { name: /^完整度/ }))
    await waitFor(() => expect(queries('/admin/works').at(-1)).toEqual({ sort: 'score', order: 'asc', ...FIRST_PAGE }))
    await user.click(await screen.findByRole('link', { name: /^最近更新/ }))
    const latest = { sort: 'updateTime', order: 'desc', ...FIRST_PAGE }
    await waitFor(() => expect(queries('/admin/works').at(-1)).toEqual(latest))
  })
})

describe('the export of the list', () => {
  it('joins the parts of what is filtered into one file', async () => {
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob)
      return 'blob:works'
    })
    const { user } = open('/admin/works?lacks=cast')
    server.use(
      http.get(`${ADMIN}/works/export`, ({ request }) => {
        const isFirst = !new URL(request.url).searchParams.has('cursor')
        const data = isFirst
          ? { text: '{"number":"A"}\n', cursor: '9000000000000000001' }
          : { text: '{"number":"B"}\n' }
        return HttpResponse.json({ code: 200, msg: '', data })
      }),
    )
    await screen.findByRole('row', { name: /ABCD-1/ })
    await user.click(screen.getByRole('button', { name: '导出' }))
    const dialog = within(await screen.findByRole('dialog', { name: '导出：3 部作品?' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: '格式' }), 'NDJSON，可原样导入')
    await user.click(dialog.getByRole('button', { name: '导出' }))
    await expectToast('已导出')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(queries('/works/export')).toEqual([
      { lacks: 'cast', format: 'ndjson' },
      { lacks: 'cast', format: 'ndjson', cursor: '9000000000000000001' },
    ])
    expect(await blobs[0]?.text()).toBe('{"number":"A"}\n{"number":"B"}\n')
  })

  it('stops when its dialog is closed', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL')
    const { client, user } = open('/admin/works')
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    server.use(
      http.get(`${ADMIN}/works/export`, async () => {
        await gate
        return HttpResponse.json({ code: 200, msg: '', data: { text: '{"number":"A"}\n' } })
      }),
    )
    await screen.findByRole('row', { name: /ABCD-1/ })
    await user.click(screen.getByRole('button', { name: '导出' }))
    const dialog = within(await screen.findByRole('dialog', { name: '导出：3 部作品?' }))
    await user.click(dialog.getByRole('button', { name: '导出' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: '新建作品' }))
    const next = await screen.findByRole('dialog')
    release()
    await waitFor(() => expect(client.isMutating()).toBe(0))
    expect(next).toBeVisible()
    expect(saved).not.toHaveBeenCalled()
  })

  it('takes the selected works alone', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:works')
    const { user } = open('/admin/works?lacks=cast')
    server.use(
      http.get(`${ADMIN}/works/export`, () =>
        HttpResponse.json({ code: 200, msg: '', data: { text: '{"number":"A"}\n' } }),
      ),
    )
    expect(screen.queryByRole('button', { name: '导出所选' })).toBeNull()
    await user.click(await screen.findByRole('checkbox', { name: '选择 ABCD-1' }))
    await user.click(screen.getByRole('checkbox', { name: '选择 ABCD-3' }))
    await user.click(screen.getByRole('button', { name: '导出所选' }))
    const dialog = within(await screen.findByRole('dialog', { name: '导出：2 部作品?' }))
    expect(dialog.getByText('只导出选中的作品。')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '导出' }))
    await expectToast('已导出')
    const ids = `${makeAdminWork(1).id},${makeAdminWork(3).id}`
    expect(queries('/works/export')).toEqual([{ format: 'csv', ids }])
    // They are still selected: more may be done to them.
    expect(screen.getByRole('checkbox', { name: '选择 ABCD-1' })).toBeChecked()
  })

  it('takes the whole list once all of it is selected', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:works')
    const { user } = open('/admin/works?lacks=cast')
    server.use(
      http.get(`${ADMIN}/works`, () => HttpResponse.json({ code: 200, msg: '', rows: [makeAdminWork(1)], total: 23 })),
      http.get(`${ADMIN}/works/export`, () => HttpResponse.json({ code: 200, msg: '', data: { text: '' } })),
    )
    await user.click(await screen.findByRole('checkbox', { name: '全选本页' }))
    await user.click(screen.getByRole('button', { name: /^选择全部/ }))
    await user.click(screen.getByRole('button', { name: '导出所选' }))
    const dialog = within(await screen.findByRole('dialog', { name: '导出：23 部作品?' }))
    await user.click(dialog.getByRole('button', { name: '导出' }))
    await expectToast('已导出')
    expect(queries('/works/export')).toEqual([{ lacks: 'cast', format: 'csv' }])
  })

  it('makes no file that is too large', async () => {
    const { user } = open()
    server.use(
      http.get(`${ADMIN}/works`, () =>
        HttpResponse.json({ code: 200, msg: '', rows: [makeAdminWork(1)], total: 50_001 }),
      ),
    )
    await screen.findByRole('row', { name: /ABCD-1/ })
    await user.click(screen.getByRole('button', { name: '导出' }))
    const dialog = within(await screen.findByRole('dialog', { name: '导出：50001 部作品?' }))
    expect(dialog.getByText('一次最多导出 50000 部，请缩小范围。')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '知道了' }))
    expect(queries('/works/export')).toEqual([])
  })
})
