import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { ADMIN, type Admin, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeAdminTerm, makeAdminWork } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const queries = (path: string) => sent(path).map(({ url }) => Object.fromEntries(new URL(url).searchParams))
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)

const LIN = makeAdminTerm(24, { name: '林晓月', nameCn: '小月', aliases: ['Yue'] })
const OTHER = makeAdminTerm(3, { name: '林曉月' })
const TAG = makeAdminTerm(7, { kind: 'tag', name: '高清', group: '画质' })

function open(address: string, change: Partial<Admin> = {}) {
  serveMember()
  servePermissions(['works:edit', 'terms:edit'])
  const admin = serveAdmin({ terms: [LIN, OTHER, TAG], ...change })
  return { admin, ...renderApp(address) }
}

async function drawer(name: string) {
  return within(await screen.findByRole('dialog', { name }))
}

describe('the terms table', () => {
  it('is filtered by the address, and asks for nothing the address makes up', async () => {
    const { user, router } = open('/admin/terms?kind=users&modId=9')
    expect((await rowsOf('词条')).map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
      '林晓月小月 · Yue',
      '林曉月',
      '高清',
    ])
    expect(queries('/admin/terms')[0]).toEqual({ pageNum: '1', pageSize: '20' })
    await user.click(screen.getByRole('link', { name: '演员' }))
    await user.click(screen.getByRole('link', { name: '欧美' }))
    await user.type(screen.getByRole('searchbox', { name: '名称、中文名或别名' }), '林{Enter}')
    await waitFor(() =>
      expect(queries('/admin/terms').at(-1)).toEqual({
        kind: 'performer',
        modId: '3',
        keyword: '林',
        pageNum: '1',
        pageSize: '20',
      }),
    )
    expect(router.state.location.pathname).toBe('/admin/terms')
  })

  it('that is empty or cannot be loaded says so', async () => {
    const { user, admin } = open('/admin/terms', { terms: [] })
    expect(await screen.findByText('没有符合的词条')).toBeVisible()
    server.use(http.get(`${ADMIN}/terms`, () => failure(403, 402, '没有权限', { error: 'forbidden' }), { once: true }))
    admin.terms = [LIN]
    await user.click(screen.getByRole('link', { name: '演员' }))
    await user.click(await screen.findByRole('button', { name: '点击重试' }))
    expect(await rowsOf('词条')).toHaveLength(1)
  })

  it('edits a term: only what changed is sent, and old names are told', async () => {
    const { user } = open(`/admin/terms?open=${LIN.id}`)
    const form = await drawer('编辑有码演员')
    expect(form.getByText('导入时也识别这些旧名称：旧名')).toBeVisible()
    expect(form.queryByRole('textbox', { name: '分组' })).toBeNull()
    const name = form.getByRole('textbox', { name: '名称' })
    await user.clear(name)
    await user.click(form.getByRole('button', { name: '保存' }))
    expect(await form.findByText('请填写名称')).toBeVisible()
    await user.type(name, '林月')
    await user.type(form.getByRole('textbox', { name: '别名' }), '\n月月')
    await user.click(form.getByRole('button', { name: '保存' }))
    await expectToast('已保存')
    expect(await sent('/terms/edit')[0]?.json()).toEqual({
      id: LIN.id,
      version: 1,
      name: '林月',
      aliases: ['Yue', '月月'],
    })
    expect(await screen.findByText('林月')).toBeVisible()
  })

  it('offers the merge when the new name is taken', async () => {
    const { user } = open(`/admin/terms?open=${OTHER.id}`)
    const form = await drawer('编辑有码演员')
    await user.clear(form.getByRole('textbox', { name: '名称' }))
    await user.type(form.getByRole('textbox', { name: '名称' }), '林晓月')
    await user.click(form.getByRole('button', { name: '保存' }))
    expect(await form.findByText('该频道已有词条「林晓月」（24 部作品），可以将两个词条合并')).toBeVisible()
    await user.click(form.getByRole('button', { name: '合并到同名词条' }))
    const asking = await drawer('合并「林曉月」')
    await user.click(await asking.findByRole('radio', { name: /^林晓月/ }))
    expect(asking.getByText(/「林曉月」的 3 部作品归入「林晓月」（现有 24 部）/)).toBeVisible()
    await user.click(asking.getByRole('button', { name: '合并' }))
    expect(await asking.findByText('请填写原因')).toBeVisible()
    expect(sent('/terms/merge')).toHaveLength(0)
    await user.type(asking.getByRole('textbox', { name: '原因' }), '同一个人')
    await user.click(asking.getByRole('button', { name: '合并' }))
    await expectToast('已合并词条')
    expect(await sent('/terms/merge')[0]?.json()).toEqual({ from: OTHER.id, into: LIN.id, reason: '同一个人' })
  })

  it('merges into a term that is looked for, and shows how far it is', async () => {
    const { user, admin } = open('/admin/terms?kind=performer')
    await user.click((await screen.findAllByRole('button', { name: /^合并 / }))[1] as HTMLElement)
    const asking = await drawer('合并「林曉月」')
    await user.type(asking.getByRole('searchbox'), '没有{Enter}')
    expect(await asking.findByText('没有找到其他词条，请换一个名称搜索。')).toBeVisible()
    await user.clear(asking.getByRole('searchbox'))
    await user.type(asking.getByRole('searchbox'), '林{Enter}')
    expect(await asking.findAllByRole('radio')).toHaveLength(1)
    expect(queries('/admin/terms').at(-1)).toMatchObject({ keyword: '林', kind: 'performer', modId: '1' })
    await user.click(asking.getByRole('radio'))
    await user.type(asking.getByRole('textbox', { name: '原因' }), '同一个人')
    await user.click(asking.getByRole('button', { name: '合并' }))
    expect(await screen.findByText('正在合并，还有 3 部')).toBeVisible()
    admin.terms = [{ ...LIN, count: 27 }]
    await waitFor(() => expect(screen.queryByText(/正在合并/)).toBeNull(), { timeout: 5_000 })
    expect((await rowsOf('词条'))[0]).toHaveTextContent('27')
  })

  it('makes a term', async () => {
    const { user } = open('/admin/terms?modId=2')
    await user.click(await screen.findByRole('button', { name: '新建词条' }))
    const form = await drawer('新建词条')
    await user.type(form.getByRole('textbox', { name: '分组' }), '画质')
    await user.selectOptions(form.getByRole('combobox', { name: '类型' }), '片商')
    expect(form.queryByRole('textbox', { name: '分组' })).toBeNull()
    await user.type(form.getByRole('textbox', { name: '名称' }), '林晓月')
    await user.click(form.getByRole('button', { name: '新建' }))
    expect(await form.findByText(/该频道已有词条「林晓月」/)).toBeVisible()
    await user.clear(form.getByRole('textbox', { name: '名称' }))
    await user.type(form.getByRole('textbox', { name: '名称' }), '远山')
    await user.click(form.getByRole('button', { name: '新建' }))
    await expectToast('已新建词条')
    expect(await sent('/terms/create')[1]?.json()).toEqual({
      kind: 'maker',
      modId: 2,
      name: '远山',
      nameCn: '',
      aliases: [],
      group: '',
    })
    expect(await screen.findByText('远山')).toBeVisible()
  })
})

describe('a new work', () => {
  it('is made with what was written and nothing else', async () => {
    const { user } = open('/admin/works?modId=3', { works: [makeAdminWork(1)] })
    await user.click(await screen.findByRole('button', { name: '新建作品' }))
    const form = await drawer('新建作品')
    await user.click(form.getByRole('button', { name: '新建' }))
    expect(await form.findAllByText('不能为空')).toHaveLength(2)
    await user.type(form.getByRole('textbox', { name: '番号' }), 'ABCD-1')
    await user.type(form.getByRole('textbox', { name: '标题' }), '山谷里的四季')
    await user.type(form.getByRole('textbox', { name: '发行时间' }), '2026-01-31')
    await user.type(form.getByRole('combobox', { name: '类别' }), '高清')
    await user.click(await form.findByRole('option', { name: /高清/ }))
    await user.click(form.getByRole('button', { name: '新建' }))
    expect(await form.findByText('该频道已有此番号')).toBeVisible()
    await user.type(form.getByRole('textbox', { name: '番号' }), '2')
    await user.click(form.getByRole('button', { name: '新建' }))
    await expectToast('已新建作品')
    expect(await sent('/works/create')[1]?.json()).toEqual({
      channel: 'western',
      knownTermsOnly: true,
      number: 'ABCD-12',
      title: '山谷里的四季',
      pubTime: '2026-01-31',
      tags: [{ name: '高清', nameCn: '', group: '画质' }],
    })
    expect(await screen.findByText('ABCD-12')).toBeVisible()
  })

  it('that waits for a decision on reports says so, and can only be taken down', async () => {
    open('/admin/works', { works: [makeAdminWork(1, { hidden: 1, reported: 1 })] })
    const [row] = await rowsOf('作品')
    expect(within(row as HTMLElement).getByText('举报待处理')).toBeVisible()
    const buttons = within(row as HTMLElement).getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['编辑', '下架'])
  })
})
