import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { bulkRun } from '@/admin/works/bulk-run.ts'
import { ADMIN, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeAdminTerm, makeAdminWork, makeAdminWorkDetail } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const forms = (path: string) => Promise.all(sent(path).map((request) => request.clone().json()))
const works = (count: number) => Array.from({ length: count }, (_, at) => makeAdminWork(at + 1))
const status = () => within(screen.getByRole('region', { name: '批量操作' }))

beforeEach(() => bulkRun.set(null))

function open(path: string, all = works(3)) {
  serveMember()
  servePermissions(['works:edit', 'terms:edit'])
  const admin = serveAdmin({ works: all, terms: [makeAdminTerm(1, { kind: 'tag', name: '夏日', count: 9 })] })
  return { admin, ...renderApp(path) }
}

type User = ReturnType<typeof open>['user']

async function confirm(user: User, title: string, action: string) {
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  // It is where one writes at once.
  expect(dialog.getByRole('textbox', { name: '原因' })).toHaveFocus()
  await user.keyboard('片商停止授权')
  await user.click(dialog.getByRole('button', { name: action }))
}

describe('bulk changes of works', () => {
  it('hides the selected works, says how many, and undoes it', async () => {
    const { admin, user } = open('/admin/works')
    await user.click(await screen.findByRole('checkbox', { name: '选择 ABCD-1' }))
    await user.click(screen.getByRole('checkbox', { name: '选择 ABCD-3' }))
    await user.click(screen.getByRole('button', { name: '隐藏' }))
    await confirm(user, '隐藏：2 部作品?', '隐藏')
    expect(await status().findByText('已隐藏 2 部作品')).toBeVisible()
    expect(admin.works.map(({ hidden }) => hidden)).toEqual([1, 0, 1])
    const [form] = await forms('/works/bulk')
    expect(form).toMatchObject({ action: 'hide', reason: '片商停止授权', terms: [] })
    expect(new Set(form.ids)).toEqual(new Set([makeAdminWork(1).id, makeAdminWork(3).id]))
    expect(screen.getByRole('checkbox', { name: '选择 ABCD-1' })).not.toBeChecked()
    await user.click(status().getByRole('button', { name: '撤销' }))
    expect(await status().findByText('已撤销：2 部作品恢复原样')).toBeVisible()
    expect(admin.works.map(({ hidden }) => hidden)).toEqual([0, 0, 0])
    expect((await forms('/works/bulk/undo'))[0]).toEqual({ run: form.run })
    await user.click(status().getByRole('button', { name: '知道了' }))
    expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
  })

  it('changes all works of a filter step by step, although the page shows some', async () => {
    const { user } = open('/admin/works?withTerms=9400000000000000001&covers=0', works(23))
    await user.click(await screen.findByRole('button', { name: '选择全部 23 部作品' }))
    expect(screen.getByRole('checkbox', { name: '已选全部23部作品' })).toBeChecked()
    await user.click(screen.getByRole('button', { name: '隐藏' }))
    await confirm(user, '隐藏：23 部作品?', '隐藏')
    expect(await status().findByText('已隐藏 23 部作品')).toBeVisible()
    const steps = await forms('/works/bulk')
    expect(steps).toHaveLength(12)
    expect(new Set(steps.map(({ run }) => run)).size).toBe(1)
    expect([steps[0].total, steps[0].ids, steps[0].cursor]).toEqual([23, undefined, undefined])
    expect(steps.slice(1).every(({ cursor }) => typeof cursor === 'string')).toBe(true)
    const query = new URL(sent('/works/bulk')[0]?.url ?? '').searchParams
    expect(Object.fromEntries(query)).toEqual({ withTerms: '9400000000000000001', covers: '0' })
  })

  it('is no longer of all works once one is deselected', async () => {
    const { user } = open('/admin/works', works(23))
    await user.click(await screen.findByRole('checkbox', { name: '全选本页' }))
    await user.click(screen.getByRole('button', { name: /^选择全部/ }))
    await user.click(screen.getByRole('checkbox', { name: '选择 ABCD-1' }))
    expect(screen.getByRole('checkbox', { name: '已选19部作品' })).not.toBeChecked()
    await user.click(screen.getByRole('button', { name: '隐藏' }))
    expect(await screen.findByRole('dialog', { name: '隐藏：19 部作品?' })).toBeVisible()
  })

  it('adds tags that are found by name', async () => {
    const { user } = open('/admin/works')
    await user.click(await screen.findByRole('checkbox', { name: '全选本页' }))
    await user.click(screen.getByRole('button', { name: '加类别' }))
    await confirm(user, '加类别：3 部作品?', '加类别')
    await expectToast('请选择类别')
    const dialog = within(screen.getByRole('dialog', { name: '加类别：3 部作品?' }))
    await user.type(dialog.getByRole('searchbox', { name: '查找类别' }), '夏')
    await user.click(await dialog.findByRole('checkbox', { name: /^夏日/ }))
    await user.click(dialog.getByRole('button', { name: '加类别' }))
    expect(await status().findByText('已加类别：3 部作品')).toBeVisible()
    expect((await forms('/works/bulk'))[0]).toMatchObject({ action: 'addTerms', terms: [makeAdminTerm(1).id] })
  })

  it('names the works that could not be changed', async () => {
    const { user } = open('/admin/works', [
      makeAdminWork(1, { hidden: 1 }),
      makeAdminWork(2, { hidden: 1, takenDown: 1 }),
    ])
    await user.click(await screen.findByRole('checkbox', { name: '全选本页' }))
    await user.click(screen.getByRole('button', { name: '恢复' }))
    await confirm(user, '恢复：2 部作品?', '恢复')
    expect(await status().findByText('已恢复 1 部作品，1 部没有改动')).toBeVisible()
    await user.click(status().getByText('1 部不能处理'))
    expect(status().getByRole('listitem')).toHaveTextContent('ABCD-2 该影片已下架，请单独恢复')
  })

  it('schedules the selected works, and publishes drafts', async () => {
    const { user } = open('/admin/works')
    await user.click(await screen.findByRole('checkbox', { name: '全选本页' }))
    await user.click(screen.getByRole('button', { name: '定时发布' }))
    await confirm(user, '定时发布：3 部作品?', '定时发布')
    await expectToast('请选择发布时间')
    const dialog = within(screen.getByRole('dialog', { name: '定时发布：3 部作品?' }))
    fireEvent.change(dialog.getByLabelText('发布时间（北京时间）'), { target: { value: '2026-12-01T20:30' } })
    await user.click(dialog.getByRole('button', { name: '定时发布' }))
    expect(await status().findByText('已定时：3 部作品')).toBeVisible()
    expect((await forms('/works/bulk'))[0]).toMatchObject({ action: 'schedule', publishTime: '2026-12-01 20:30:00' })
  })

  it('publishes drafts, which have a filter of their own', async () => {
    const { user } = open('/admin/works?state=draft', [makeAdminWork(1, { hidden: 1, state: 'draft' })])
    const row = within(await screen.findByRole('row', { name: /ABCD-1/ }))
    expect(row.getByText('草稿')).toBeVisible()
    expect(row.getByRole('button', { name: /^发布/ })).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
    await user.click(screen.getByRole('button', { name: '发布' }))
    await confirm(user, '发布：1 部作品?', '发布')
    expect(await status().findByText('已发布 1 部作品')).toBeVisible()
    expect((await forms('/works/bulk'))[0]).toMatchObject({ action: 'restore' })
    expect(requests.some(({ url }) => new URL(url).searchParams.get('state') === 'draft')).toBe(true)
  })

  it('goes on where a lost line has stopped it', async () => {
    const { user } = open('/admin/works')
    await user.click(await screen.findByRole('checkbox', { name: '全选本页' }))
    await user.click(screen.getByRole('button', { name: '隐藏' }))
    server.use(http.post(`${ADMIN}/works/bulk`, () => HttpResponse.error(), { once: true }))
    await confirm(user, '隐藏：3 部作品?', '隐藏')
    expect(await status().findByText(/^隐藏没有完成/)).toBeVisible()
    await user.click(status().getByRole('button', { name: '继续' }))
    expect(await status().findByText('已隐藏 3 部作品')).toBeVisible()
  })

  it('can be undone although the answer that said what has changed was lost', async () => {
    const { admin, user } = open('/admin/works')
    await user.click(await screen.findByRole('checkbox', { name: '全选本页' }))
    await user.click(screen.getByRole('button', { name: '隐藏' }))
    const hideAndBreak = () => {
      admin.works = admin.works.map((work) => ({ ...work, hidden: 1 as const }))
      return HttpResponse.error()
    }
    server.use(http.post(`${ADMIN}/works/bulk`, hideAndBreak, { once: true }))
    await confirm(user, '隐藏：3 部作品?', '隐藏')
    expect(await status().findByText(/^隐藏没有完成/)).toBeVisible()
    expect(status().getByRole('button', { name: '撤销' })).toBeVisible()
    await user.click(status().getByRole('button', { name: '继续' }))
    expect(await status().findByText('已隐藏 0 部作品，3 部没有改动')).toBeVisible()
    await user.click(status().getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(sent('/works/bulk/undo')).toHaveLength(1))
  })

  it('is the only one until it has ended', async () => {
    const { user } = open('/admin/works')
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    server.use(
      http.post(`${ADMIN}/works/bulk`, async () => {
        await gate
        return HttpResponse.json({ code: 200, msg: '', data: { tried: 1, changed: 1, refused: [] } })
      }),
    )
    await user.click(await screen.findByRole('checkbox', { name: '选择 ABCD-1' }))
    await user.click(screen.getByRole('button', { name: '隐藏' }))
    await confirm(user, '隐藏：1 部作品?', '隐藏')
    expect(await status().findByText('正在隐藏：0 / 1')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: '选择 ABCD-2' }))
    expect(screen.getByRole('button', { name: '隐藏' })).toBeDisabled()
    release()
    expect(await status().findByText('已隐藏 1 部作品')).toBeVisible()
    expect(screen.getByRole('button', { name: '隐藏' })).toBeEnabled()
  })
})

describe('the lists to work in', () => {
  it('are filtered by a term of their channel, which is found by name', async () => {
    const { user, router } = open('/admin/works?modId=2')
    await user.click(await screen.findByRole('link', { name: '缺封面' }))
    await user.click(screen.getByRole('link', { name: '无磁力' }))
    await user.click(screen.getByRole('button', { name: '按词条筛选' }))
    await user.click(await screen.findByRole('checkbox', { name: /^夏日/ }))
    expect(sent('/admin/terms').map(({ url }) => new URL(url).searchParams.get('modId'))).toEqual(['2'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { id } = makeAdminTerm(1)
    await waitFor(() =>
      expect(Object.fromEntries(new URL(sent('/admin/works').at(-1)?.url ?? '').searchParams)).toEqual({
        ...{ modId: '2', withTerms: id, covers: '0', isDht: '0' },
        ...{ pageNum: '1', pageSize: '20' },
      }),
    )
    await user.click(await screen.findByRole('link', { name: /^夏日/ }))
    expect(router.state.location.search).toBe('?modId=2&covers=0&isDht=0')
  })

  it('have as many rows as one likes', async () => {
    const { user } = open('/admin/works', works(30))
    await user.click(await screen.findByRole('link', { name: '每页 50 条' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(31))
    expect(new URL(sent('/admin/works').at(-1)?.url ?? '').searchParams.get('pageSize')).toBe('50')
  })
})

describe('merging two works', () => {
  async function mergeTwo(edit?: () => Response) {
    const { user } = open('/admin/works')
    let version = 1
    server.use(
      ...(edit ? [http.post(`${ADMIN}/works/edit`, edit)] : []),
      http.get(`${ADMIN}/works/:id`, ({ params }) => {
        const first = params.id === makeAdminWork(1).id
        const own = first ? { title: '甲', duration: 0 } : { title: '乙', duration: 90 }
        const data = makeAdminWorkDetail({
          ...{ id: String(params.id), number: first ? 'ABCD-1' : 'ABCD-2', version },
          ...own,
        })
        return HttpResponse.json({ code: 200, msg: '', data })
      }),
      http.post(`${ADMIN}/works/merge`, () => {
        version += 1
        return HttpResponse.json({ code: 200, msg: '操作成功' })
      }),
    )
    await user.click(await screen.findByRole('checkbox', { name: '选择 ABCD-1' }))
    expect(screen.queryByRole('button', { name: '合并' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: '选择 ABCD-2' }))
    await user.click(screen.getByRole('button', { name: '合并' }))
    const dialog = within(await screen.findByRole('dialog', { name: '合并两部作品' }))
    const row = (name: RegExp) => within(dialog.getByRole('row', { name }))
    expect(await dialog.findByRole('row', { name: /^标题/ })).toBeVisible()
    // An empty value is not kept by itself.
    expect(row(/^时长/).getByRole('radio', { name: '90' })).toBeChecked()
    await user.click(row(/^标题/).getByRole('radio', { name: '乙' }))
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '重复收录')
    await user.click(dialog.getByRole('button', { name: '合并' }))
  }

  it('asks which one stays and which values, merges, and saves those', async () => {
    await mergeTwo()
    await expectToast('已合并到 ABCD-1，30天内可以在“已隐藏”里撤销')
    const chosen = { id: makeAdminWork(1).id, version: 2, title: '乙', duration: 90 }
    expect((await forms('/works/edit'))[0]).toMatchObject(chosen)
    const form = { id: makeAdminWork(2).id, into: makeAdminWork(1).id, reason: '重复收录' }
    expect(await forms('/works/merge')).toEqual([form])
    expect(screen.getByRole('checkbox', { name: '选择 ABCD-1' })).not.toBeChecked()
  })

  it('says that the values could not be saved', async () => {
    await mergeTwo(() => failure(422, 402, '影片资料有误：title', { error: 'work_refused' }))
    await expectToast('已合并到 ABCD-1，但是所选的字段没有改：影片资料有误：title')
    expect(await forms('/works/merge')).toHaveLength(1)
  })

  it('is undone in the list', async () => {
    const merged = makeAdminWork(1, { hidden: 1, state: 'hidden', mergedInto: makeAdminWork(2).id })
    const { user } = open('/admin/works?state=hidden', [merged])
    server.use(http.post(`${ADMIN}/works/merge`, () => HttpResponse.json({ code: 200, msg: '操作成功' })))
    expect(await screen.findByText('已合并')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^撤销合并/ }))
    await confirm(user, '撤销合并?', '撤销合并')
    await expectToast('已撤销合并')
    expect(await forms('/works/merge')).toEqual([{ id: merged.id, reason: '片商停止授权' }])
  })
})
