import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdminWorkDetail } from '@/shared/api/types.ts'
import { ADMIN, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeAdminTerm, makeAdminWork, makeAdminWorkDetail } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'
import { showAt } from '@/testing/window-width.ts'

const works = (count: number) => Array.from({ length: count }, (_, at) => makeAdminWork(at + 1))
const idOf = (index: number) => makeAdminWork(index).id
const edits = async () =>
  Promise.all(requests.filter(({ url }) => url.endsWith('/works/edit')).map((request) => request.clone().json()))
const LIN = makeAdminTerm(24, { name: '林晓月', nameCn: '小月' })
const TAG = makeAdminTerm(7, { kind: 'tag', name: '城市', nameCn: '', group: '场景' })

function open(address = '/admin/works', all = works(3), permissions = ['works:edit', 'terms:edit']) {
  serveMember()
  servePermissions(permissions)
  const admin = serveAdmin({ works: all, terms: [LIN, TAG] })
  return { admin, ...renderApp(address) }
}

/** Serves every work with these fields. */
function serveDetail(change: Partial<AdminWorkDetail>) {
  server.use(
    http.get(`${ADMIN}/works/:id`, () =>
      HttpResponse.json({ code: 200, msg: '', data: makeAdminWorkDetail({ id: idOf(1), ...change }) }),
    ),
  )
}

async function panel(number: string) {
  const found = within(await screen.findByRole('dialog', { name: `编辑 ${number}` }))
  await found.findByRole('textbox', { name: '标题' })
  return found
}

beforeEach(() => showAt(1440))

describe('a work beside the table', () => {
  it('leaves the table in use, and the address says which one it is', async () => {
    const { user, router } = open()
    await user.click(await screen.findByRole('link', { name: /ABCD-2/ }))
    expect(within(await screen.findByRole('dialog')).getByText('2 / 3')).toHaveFocus()
    expect(router.state.location.search).toBe(`?open=${idOf(2)}`)
    const row = screen.getByRole('row', { current: true })
    expect(within(row).getByRole('link', { name: /ABCD-2/ })).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: '选择 ABCD-3' }))
    expect(screen.getByText('已选1部作品')).toBeVisible()
    await user.click(screen.getByRole('link', { name: /ABCD-3/ }))
    await panel('ABCD-3')
    await router.navigate(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('steps by J and K and by buttons, over the end of a page too, but not while one types', async () => {
    const { user, router } = open(`/admin/works?open=${idOf(20)}`, works(21))
    await user.type((await panel('ABCD-20')).getByRole('combobox', { name: '导演' }), 'jk')
    await panel('ABCD-20')
    await user.clear((await panel('ABCD-20')).getByRole('combobox', { name: '导演' }))
    await user.click(screen.getByRole('heading', { name: '作品' }))
    await user.keyboard('j')
    const last = await panel('ABCD-21')
    expect(router.state.location.search).toBe(`?open=${idOf(21)}&page=2`)
    expect(last.getByText('21 / 21')).toHaveFocus()
    expect(last.getByRole('button', { name: '下一部' })).toHaveAttribute('aria-disabled', 'true')
    await user.click(last.getByRole('button', { name: '上一部' }))
    await panel('ABCD-20')
    await user.keyboard('k')
    await panel('ABCD-19')
  })

  it('asks before what was changed is left for another work, and keeps it', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    await user.type((await panel('ABCD-1')).getByRole('textbox', { name: '标题' }), '二')
    await user.click(screen.getByRole('link', { name: /ABCD-2/ }))
    await user.click(within(await screen.findByRole('dialog', { name: '放弃修改?' })).getByText('继续编辑'))
    const first = await panel('ABCD-1')
    expect(first.getByRole('textbox', { name: '标题' })).toHaveValue(`${makeAdminWork(1).title}二`)
    await user.click(first.getByRole('button', { name: '下一部' }))
    await user.click(await screen.findByRole('button', { name: '放弃修改' }))
    await panel('ABCD-2')
    expect(await edits()).toEqual([])
  })

  it('asks before a field is given back to imports and left', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    serveDetail({ curated: ['title'] })
    await user.click((await panel('ABCD-1')).getByRole('checkbox', { name: '标题' }))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('dialog', { name: '放弃修改?' })).toBeVisible()
  })

  it('saves and goes on with the same field of the next work, until the last one', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('link', { name: /ABCD-1/ }))
    await user.click((await panel('ABCD-1')).getByRole('textbox', { name: '时长（分钟）' }))
    for (const [at, minutes] of ['81', '82', '83'].entries()) {
      const field = (await panel(`ABCD-${at + 1}`)).getByRole('textbox', { name: '时长（分钟）' })
      await waitFor(() => expect(field).toHaveFocus())
      if (at === 0) await user.clear(field)
      await user.keyboard(`${minutes}{Control>}{Enter}{/Control}`)
      await expectToast(at === 2 ? '已保存，这是最后一部' : `已保存，下一部是 ABCD-${at + 2}`)
    }
    expect((await edits()).map(({ id, duration }) => [id, duration])).toEqual([
      [idOf(1), 81],
      [idOf(2), 82],
      [idOf(3), 83],
    ])
  })

  it('saves and stays, and says where a field is refused', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    const work = await panel('ABCD-1')
    const minutes = work.getByRole('textbox', { name: '时长（分钟）' })
    server.use(
      http.post(
        `${ADMIN}/works/edit`,
        () => failure(422, 402, '影片资料有误：duration: 应为 0 到 6000，实际是 6001', { error: 'work_refused' }),
        { once: true },
      ),
    )
    await user.clear(minutes)
    await user.type(minutes, '6001{Enter}')
    await waitFor(() => expect(minutes).toHaveAccessibleDescription('应为 0 到 6000，实际是 6001'))
    await user.clear(minutes)
    await user.type(minutes, '60{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await expectToast('已保存')
    await panel('ABCD-1')
    expect(minutes).toHaveValue('60')
    await user.click(work.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(screen.getByRole('link', { name: /ABCD-1/ })).toHaveFocus())
  })

  it('says when there is no such work, and the table stays', async () => {
    open('/admin/works?open=914842370459848704')
    server.use(http.get(`${ADMIN}/works/:id`, () => failure(404, 404, '访问资源不存在')))
    const missing = within(await screen.findByRole('dialog', { name: '编辑作品' }))
    expect(await missing.findByText('访问资源不存在')).toBeVisible()
    expect(await screen.findByRole('link', { name: /ABCD-2/ })).toBeVisible()
  })

  it('covers the table where there is no room beside it', async () => {
    showAt(1024)
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    await panel('ABCD-1')
    await user.keyboard('j')
    const work = await panel('ABCD-2')
    await user.click(work.getByRole('button', { name: '下一部' }))
    await panel('ABCD-3')
  })
})

describe('the terms of a work', () => {
  it('are found while one types, chosen and taken out by key', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    const work = await panel('ABCD-1')
    await user.type(work.getByRole('combobox', { name: '演员' }), '晓月')
    expect(await work.findByRole('option', { name: /林晓月.*小月/ })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Enter}')
    await user.type(work.getByRole('combobox', { name: '类别' }), '{Backspace}城{Enter}')
    await work.findByRole('button', { name: '去掉 城市' })
    expect(work.queryByRole('button', { name: '去掉 Drama' })).toBeNull()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(async () => expect(await edits()).toHaveLength(1))
    expect(await edits()).toMatchObject([
      {
        knownTermsOnly: true,
        performers: [{ name: '林晓月', nameCn: '小月', group: '' }],
        tags: [{ name: '城市', nameCn: '', group: '场景' }],
      },
    ])
  })

  it('are made when somebody says that a name is new', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    const work = await panel('ABCD-1')
    await user.type(work.getByRole('combobox', { name: '类别' }), 'Harbour')
    expect(await work.findByRole('option', { name: /新建类别“Harbour”/ })).toBeVisible()
    await user.keyboard('{Enter}')
    const asking = within(await screen.findByRole('dialog', { name: '新建类别?' }))
    expect(asking.getByRole('textbox', { name: '中文名（选填）' })).toHaveFocus()
    await user.keyboard('港口')
    await user.type(asking.getByRole('textbox', { name: '分组（选填）' }), '场景{Enter}')
    expect(within(work.getByRole('list', { name: '已选类别' })).getByText('新')).toBeVisible()
    await user.click(work.getByRole('button', { name: '保存' }))
    await expectToast('已保存')
    const [edit] = await edits()
    expect(edit).toMatchObject({ knownTermsOnly: false })
    expect(edit.tags[1]).toEqual({ name: 'Harbour', nameCn: '港口', group: '场景' })
  })

  it('are not saved while a name is only typed, and Escape closes the list before the work', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    const work = await panel('ABCD-1')
    const field = work.getByRole('combobox', { name: '片商' })
    await user.type(field, '没有')
    await work.findByRole('option', { name: /新建片商/ })
    await user.keyboard('{Escape}')
    expect(work.queryByRole('option', { name: /新建片商/ })).toBeNull()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(field).toHaveAccessibleDescription('还没有选定：请选一项，或清空'))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('dialog', { name: '放弃修改?' })).toBeVisible()
    expect(await edits()).toEqual([])
  })

  it('are typed as they are by who may not search them, and the server asks', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`, works(1), ['works:edit'])
    server.use(
      http.post(
        `${ADMIN}/works/edit`,
        () => failure(422, 402, '还没有这些词条：导演「新人」', { error: 'terms_unknown' }),
        { once: true },
      ),
    )
    const work = await panel('ABCD-1')
    await user.type(work.getByRole('combobox', { name: '导演' }), '新人{Enter}')
    await user.click(work.getByRole('button', { name: '保存' }))
    expect(await work.findByText('还没有这些词条：导演「新人」')).toBeVisible()
    await user.click(work.getByRole('button', { name: '新建这些名称并保存' }))
    await expectToast('已保存')
    expect((await edits()).map(({ knownTermsOnly }) => knownTermsOnly)).toEqual([true, false])
    expect(requests.filter(({ url }) => url.includes('/admin/terms'))).toEqual([])
    expect(work.queryByText('还没有这些词条：导演「新人」')).toBeNull()
  })
})

describe('pictures of a work', () => {
  const PATH = 'uploads/ab/cdef.png'
  const picture = (type = 'image/png') => new File([new Uint8Array([137, 80, 78, 71])], 'cover', { type })
  const files = (...list: File[]) => ({ files: list, types: ['Files'] })

  beforeEach(() => {
    let count = 0
    server.use(
      http.post(`${ADMIN}/pictures`, () => {
        count++
        const path = count === 1 ? PATH : `uploads/${count}.png`
        return HttpResponse.json({ code: 200, msg: '操作成功', data: { path, width: 8, height: 8 } })
      }),
    )
  })

  it('a cover that is pasted anywhere stands for both sizes', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    const work = await panel('ABCD-1')
    fireEvent.paste(document.body, { clipboardData: files(picture()) })
    await waitFor(() => expect(work.getByRole('img', { name: '封面' })).toBeInTheDocument())
    await user.click(work.getByRole('button', { name: '保存' }))
    await expectToast('已保存')
    expect(await edits()).toMatchObject([{ picSmall: PATH, picBig: PATH }])
    await user.click(work.getByRole('button', { name: '去掉封面' }))
    await user.click(work.getByRole('button', { name: '保存' }))
    await waitFor(async () => expect((await edits())[1]).toMatchObject({ picSmall: '', picBig: '' }))
  })

  it('a cover is dropped or chosen, and told what is wrong with it', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    const work = await panel('ABCD-1')
    const place = work.getByRole('group', { name: '封面' })
    fireEvent.drop(place, { dataTransfer: files(picture('image/gif')) })
    expect(within(place).getByRole('alert')).toHaveTextContent('请上传 JPEG、PNG、WebP 或 AVIF 图片')
    const large = picture()
    Object.defineProperty(large, 'size', { value: 5 * 1024 * 1024 })
    fireEvent.drop(place, { dataTransfer: files(large) })
    expect(within(place).getByRole('alert')).toHaveTextContent('图片最大 4 MiB')
    server.use(
      http.post(
        `${ADMIN}/pictures`,
        () => failure(422, 402, '图片文件不完整，请重新导出后上传', { error: 'picture_refused' }),
        {
          once: true,
        },
      ),
    )
    await user.upload(work.getByLabelText('上传封面'), picture())
    expect(await within(place).findByText('图片文件不完整，请重新导出后上传')).toBeVisible()
    fireEvent.drop(place, { dataTransfer: files(picture()) })
    await user.click(work.getByText('封面地址'))
    await waitFor(() => expect(work.getByRole('textbox', { name: '大封面' })).toHaveValue(PATH))
    expect(within(place).queryByRole('alert')).toBeNull()
  })

  it('an address that is refused is opened and named', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    serveDetail({ picBig: 'https://strange.example/x.jpg' })
    const text = '图片或视频的主机 strange.example 未被允许，请上传图片，或在 IMAGE_HOSTS 中加入该主机'
    server.use(http.post(`${ADMIN}/works/edit`, () => failure(422, 402, text, { error: 'work_refused' })))
    const work = await panel('ABCD-1')
    await user.type(work.getByRole('textbox', { name: '标题' }), '二{Control>}{Enter}{/Control}')
    const field = await work.findByRole('textbox', { name: '大封面' })
    await waitFor(() => expect(field).toHaveFocus())
    expect(field).toHaveAccessibleDescription(text)
  })

  it('stills are put in order by their buttons, which keep the focus, and by dragging', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    serveDetail({ imageSmall: ['a.svg', 'b.svg'], imageBig: ['A.svg', 'B.svg'] })
    const work = await panel('ABCD-1')
    await user.click(work.getByRole('button', { name: '前移第 2 张' }))
    await waitFor(() => expect(work.getByRole('button', { name: '前移第 1 张' })).toHaveFocus())
    expect(work.getByText('第 2 张移到第 1 张')).toBeInTheDocument()
    await user.upload(work.getByLabelText('上传剧照'), [picture(), picture()])
    await waitFor(() =>
      expect(within(work.getByRole('list', { name: '剧照' })).getAllByRole('listitem')).toHaveLength(4),
    )
    const items = within(work.getByRole('list', { name: '剧照' })).getAllByRole('listitem')
    const dataTransfer = { types: ['text/plain'], setData: () => undefined }
    fireEvent.dragStart(items[3] as HTMLElement, { dataTransfer })
    fireEvent.dragOver(items[0] as HTMLElement, { dataTransfer })
    fireEvent.drop(items[0] as HTMLElement, { dataTransfer })
    await user.click(work.getByRole('button', { name: '去掉第 3 张' }))
    await user.click(work.getByRole('button', { name: '保存' }))
    await waitFor(async () => expect(await edits()).toHaveLength(1))
    expect(await edits()).toMatchObject([
      { imageSmall: ['uploads/2.png', 'b.svg', PATH], imageBig: ['uploads/2.png', 'B.svg', PATH] },
    ])
  })
})

describe('the views of the works table', () => {
  const KEY = 'yingku.console.workViews'
  const COLUMNS = 'cover,title,channel,pubTime,state,score,views,updateTime'
  const QUERY = `columns=${COLUMNS}&covers=0&order=desc&sort=collects`

  it('are saved under a name, come back by one press, and go after asking', async () => {
    const { user, router } = open('/admin/works?covers=0&page=1&sort=collects&order=desc')
    await user.click(await screen.findByRole('button', { name: '保存为视图' }))
    const naming = within(await screen.findByRole('dialog', { name: '保存视图' }))
    await user.click(naming.getByRole('button', { name: '保存' }))
    expect(await naming.findByText('请填写 1 到 20 个字的名称')).toBeVisible()
    await user.type(naming.getByRole('textbox', { name: '名称' }), ' 缺封面 {Enter}')
    const view = await screen.findByRole('link', { name: '缺封面', current: true })
    expect(view).toHaveAttribute('href', `/admin/works?${QUERY}`)
    expect(screen.queryByRole('button', { name: '保存为视图' })).toBeNull()

    await user.click(screen.getByRole('link', { name: '无码' }))
    await user.click(await screen.findByRole('button', { name: '保存为视图' }))
    const second = within(await screen.findByRole('dialog', { name: '保存视图' }))
    await user.type(second.getByRole('textbox', { name: '名称' }), '缺封面{Enter}')
    expect(await second.findByText('已有同名视图，请换一个名称')).toBeVisible()
    await user.click(second.getByRole('button', { name: '取消' }))
    await user.click(screen.getByRole('link', { name: '缺封面', current: false }))
    await waitFor(() => expect(router.state.location.search).toBe(`?${QUERY}`))
    await user.click(screen.getByRole('button', { name: '删除视图 缺封面' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: '删除视图 缺封面' })).toBeNull())
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  it('are twenty at most, and nothing that somebody put there', async () => {
    const view = (at: number) => ({ name: `视图${at}`, query: `keyword=${at}` })
    const kept = [{ name: '', query: 'x' }, 7, ...Array.from({ length: 25 }, (_, at) => view(at))]
    localStorage.setItem(KEY, JSON.stringify(kept))
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    const { user } = open('/admin/works?keyword=abc')
    expect(within(await screen.findByRole('list', { name: '我的视图' })).getAllByRole('link')).toHaveLength(20)
    await user.click(screen.getByRole('button', { name: '保存为视图' }))
    await expectToast('视图最多保存20个')
  })

  it('are kept as long as the page where the browser keeps nothing', async () => {
    const { user } = open('/admin/works?isDht=0')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    await user.click(await screen.findByRole('button', { name: '保存为视图' }))
    await user.type(await screen.findByRole('textbox', { name: '名称' }), '没有磁力{Enter}')
    expect(await screen.findByRole('link', { name: /没有磁力/, current: true })).toBeVisible()
  })
})

describe('the state of a work', () => {
  it('is saved with its time, and a refusal stands at its field', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`)
    const work = await panel('ABCD-1')
    await user.selectOptions(work.getByRole('combobox', { name: '状态' }), '定时')
    server.use(
      http.post(
        `${ADMIN}/works/edit`,
        () => failure(422, 402, '影片资料有误：publishTime: 请填写定时发布的时间', { error: 'work_refused' }),
        { once: true },
      ),
    )
    await user.click(work.getByRole('button', { name: '保存' }))
    const moment = work.getByRole('textbox', { name: '定时发布（北京时间）' })
    await waitFor(() => expect(moment).toHaveAccessibleDescription('请填写定时发布的时间'))
    await user.type(moment, '2026-12-01 20:00:00')
    await user.click(work.getByRole('button', { name: '保存' }))
    await expectToast('已保存')
    expect((await edits()).at(-1)).toMatchObject({ state: 'scheduled', publishTime: '2026-12-01 20:00:00' })
  })
})

describe('the history of a work', () => {
  const entry = (at: number, before: object, after: object) => ({
    id: String(9_100_000_000_000_000_100n + BigInt(at)),
    actor: 'wang-yuanshan',
    action: 'works.edit',
    targetKind: 'work',
    targetId: idOf(1),
    before,
    after,
    reason: '',
    createTime: `2026-01-0${at} 08:00:00`,
  })
  const ENTRIES = [
    {
      ...entry(4, { hidden: true, withheld: 'scheduled', publishTime: '2026-01-05 08:00:00' }, { hidden: false }),
      action: 'works.restore',
    },
    entry(3, { title: '二版', duration: 80 }, { title: '三版' }),
    entry(2, { tags: [{ name: '城市' }], title: '一版' }, { title: '二版' }),
    entry(1, { title: '初版' }, { title: '一版' }),
  ]

  it('fills the form with an earlier version, which is saved by the person', async () => {
    const { admin, user } = open(`/admin/works?open=${idOf(1)}`, works(1), ['works:edit', 'terms:edit', 'audit:view'])
    admin.audit = ENTRIES
    serveDetail({ title: '三版', duration: 0, tags: [] })
    const work = await panel('ABCD-1')
    await user.click(work.getByText('历史'))
    expect(await work.findAllByText(/编辑作品 · wang-yuanshan/)).toHaveLength(3)
    const asked = requests.map(({ url }) => new URL(url)).find(({ pathname }) => pathname.endsWith('/audit'))
    expect([asked?.searchParams.get('targetKind'), asked?.searchParams.get('targetId')]).toEqual(['work', idOf(1)])
    await user.click(work.getByRole('button', { name: '恢复到这一版：2026-01-01 08:00:00' }))
    await expectToast('已填入这一版的内容，保存后生效')
    expect(work.getByRole('textbox', { name: '标题' })).toHaveValue('一版')
    expect(work.getByRole('textbox', { name: '时长（分钟）' })).toHaveValue('80')
    expect(await edits()).toEqual([])
    await user.click(work.getByRole('button', { name: '恢复到这一版：最早的版本' }))
    expect(work.getByRole('textbox', { name: '标题' })).toHaveValue('初版')
    await user.click(work.getByRole('button', { name: '保存' }))
    await waitFor(async () => expect(await edits()).toHaveLength(1))
    const tags = [{ name: '城市', nameCn: '', group: '' }]
    expect((await edits())[0]).toMatchObject({ title: '初版', duration: 80, tags })
    // The work has been published since; a text of before does not take it off the site.
    expect((await edits())[0]).not.toHaveProperty('publishTime')
  })

  it('is not offered without the permission', async () => {
    open(`/admin/works?open=${idOf(1)}`, works(1))
    expect((await panel('ABCD-1')).queryByText('历史')).toBeNull()
  })

  it('says when there is none', async () => {
    const { user } = open(`/admin/works?open=${idOf(1)}`, works(1), ['works:edit', 'audit:view'])
    await user.click((await panel('ABCD-1')).getByText('历史'))
    expect(await screen.findByText('管理人员还没有改过这部作品。')).toBeVisible()
  })
})
