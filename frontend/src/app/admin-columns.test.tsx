import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeAdminWork } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { requests } from '@/testing/server.ts'

const KEY = 'yingku.console.columns'
const DEFAULT = ['选择', '番号', '频道', '发行时间', '状态', '完整度', '浏览', '最近更新', '操作']
const term = (name: string, nameCn = '') => ({ name, nameCn, group: '' })

/** Sets what the device keeps, as another window does. */
function keep(text: string | null) {
  if (text === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, text)
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
}

/** The same for its views. */
function keepViews(views: readonly { name: string; query: string }[]) {
  const key = 'yingku.console.workViews'
  localStorage.setItem(key, JSON.stringify(views))
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

function open(path = '/admin/works') {
  serveMember()
  servePermissions(['works:edit'])
  const named = { makers: [term('Blue', '蓝')], performers: [term('林晓月'), term('Rin')], tags: [term('风景')] }
  serveAdmin({
    works: [
      makeAdminWork(1, { ...named, duration: 95, average: 3.85, isOnline: 1, isDht: 1, editedBy: 'wang-yuanshan' }),
      makeAdminWork(2, { duration: 0, average: 0, isOnline: 2, isDht: 0 }),
    ],
  })
  return renderApp(path)
}

const headings = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('columnheader')
    .map((heading) => heading.textContent?.replace(' 排序', ''))
const opener = () => screen.findByRole('button', { name: '列' })
const menu = () => within(screen.getByRole('group', { name: '显示的列' }))

beforeEach(() => keep(null))

describe('the columns of the works table', () => {
  it('are chosen in a menu, kept on the device, and taken back', async () => {
    const { user } = open()
    expect(await headings()).toEqual(DEFAULT)
    await user.click(await opener())
    expect(await opener()).toHaveAttribute('aria-expanded', 'true')
    expect(menu().getByRole('button', { name: '恢复默认' })).toHaveAttribute('aria-disabled', 'true')
    for (const name of ['演员', '片商', '类别', '时长', '评分', '在线', '磁力', '添加时间', '修改人']) {
      await user.click(menu().getByRole('checkbox', { name }))
    }
    for (const name of ['频道', '浏览', '完整度']) {
      await user.click(menu().getByRole('checkbox', { name }))
    }
    const chosen = '番号 片商 演员 类别 发行时间 时长 评分 状态 在线 磁力 添加时间 最近更新 修改人'.split(' ')
    expect(await headings()).toEqual(['选择', ...chosen, '操作'])
    const cells = (name: RegExp) =>
      within(screen.getByRole('row', { name }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    const first = cells(/ABCD-1/)
    expect(first.slice(2, 5)).toEqual(['蓝', '林晓月、Rin', '风景'])
    expect(first.slice(6, 8)).toEqual(['95 分钟', '3.9'])
    expect(first.slice(9, 14)).toEqual(['可在线', '有', '2026-01-01 08:00:00', '2026-01-02 08:00:00', 'wang-yuanshan'])
    const second = cells(/ABCD-2/)
    expect(second.slice(2, 5)).toEqual(['—', '—', '—'])
    expect([...second.slice(6, 8), ...second.slice(9, 11), second[13]]).toEqual(['—', '—', '转码中', '—', '—'])
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '')
    expect(kept.works.split(',').slice(0, 3)).toEqual(['cover', 'title', 'makers'])

    await user.click(menu().getByRole('button', { name: '恢复默认' }))
    expect(await headings()).toEqual(DEFAULT)
    expect(localStorage.getItem(KEY)).toBeNull()
    // The address and what is asked for are the same all the time.
    expect(requests.filter(({ url }) => new URL(url).pathname.endsWith('/admin/works'))).toHaveLength(1)
  })

  it('come back with the page, without the cover and the title if they are off', async () => {
    keep(JSON.stringify({ works: 'pubTime,unknown', orders: 7 }))
    open()
    expect(await headings()).toEqual(['选择', '番号', '发行时间', '操作'])
    const row = within(screen.getByRole('row', { name: /ABCD-1/ }))
    expect(row.queryByText(makeAdminWork(1).title)).toBeNull()
    expect(row.queryByRole('img')).toBeNull()
  })

  it('can all be left out, and broken ones are the default', async () => {
    keep(JSON.stringify({ works: 'none' }))
    open()
    expect(await headings()).toEqual(['选择', '番号', '操作'])
    for (const broken of ['7', '{"works":7}', '{', JSON.stringify({ works: 'x'.repeat(401) })]) {
      keep(broken)
      await waitFor(async () => expect(await headings()).toEqual(DEFAULT))
    }
  })

  it('are chosen by keyboard alone', async () => {
    const { user } = open()
    ;(await opener()).focus()
    await user.keyboard('{Enter}')
    await user.tab()
    expect(menu().getByRole('checkbox', { name: '封面' })).toHaveFocus()
    await user.tab()
    await user.tab()
    await user.keyboard(' ')
    expect(await headings()).not.toContain('频道')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('group', { name: '显示的列' })).toBeNull()
    expect(await opener()).toHaveFocus()
    await user.keyboard('{Enter}')
    await user.tab({ shift: true })
    expect(screen.queryByRole('group', { name: '显示的列' })).toBeNull()
  })

  it('can be sorted by where they are not shown', async () => {
    const { user } = open('/admin/works?columns=pubTime')
    await user.selectOptions(await screen.findByRole('combobox', { name: '排序' }), '时长从低到高')
    const asked = () => Object.fromEntries(new URL(requests.at(-1)?.url ?? '').searchParams)
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'duration', order: 'asc' }))
  })

  it('belong to a view with the default ones, too', async () => {
    keepViews([])
    const { user } = open('/admin/works?covers=0')
    await user.click(await screen.findByRole('button', { name: '保存为视图' }))
    await user.type(await screen.findByRole('textbox', { name: '名称' }), '等封面的{Enter}')
    expect(await screen.findByRole('link', { name: '等封面的', current: true })).toBeVisible()
    await user.click(await opener())
    await user.click(menu().getByRole('checkbox', { name: '演员' }))
    expect(await headings()).toContain('演员')
    // The filter with other columns is another view.
    expect(screen.getByRole('button', { name: '保存为视图' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: '等封面的', current: false }))
    expect(await headings()).toEqual(DEFAULT)
    expect(screen.getByRole('link', { name: '等封面的', current: true })).toBeVisible()
    expect(screen.queryByRole('button', { name: '保存为视图' })).toBeNull()
  })

  it('are those of the device where a view has none', async () => {
    keepViews([{ name: '等封面的', query: 'covers=0' }])
    keep('{"works":"performers"}')
    const { user } = open('/admin/works')
    await user.click(await screen.findByRole('link', { name: '等封面的', current: false }))
    expect(await screen.findByRole('link', { name: '等封面的', current: true })).toBeVisible()
    expect(await headings()).toEqual(['选择', '番号', '演员', '操作'])
    expect(screen.queryByRole('button', { name: '保存为视图' })).toBeNull()
  })

  it('belong to a view, which leaves those of the device alone', async () => {
    keepViews([])
    const { user, router } = open('/admin/works?covers=0')
    await user.click(await opener())
    await user.click(menu().getByRole('checkbox', { name: '浏览' }))
    await user.click(await screen.findByRole('button', { name: '保存为视图' }))
    await user.type(await screen.findByRole('textbox', { name: '名称' }), '缺封面{Enter}')
    expect(await screen.findByRole('link', { name: '缺封面', current: true })).toBeVisible()
    await user.click(await opener())
    await user.click(menu().getByRole('button', { name: '恢复默认' }))
    expect(await headings()).toEqual(DEFAULT)

    await user.click(screen.getByRole('link', { name: '缺封面', current: false }))
    expect(await headings()).not.toContain('浏览')
    expect(localStorage.getItem(KEY)).toBeNull()
    await user.click(await opener())
    await user.click(menu().getByRole('checkbox', { name: '状态' }))
    expect(await headings()).not.toContain('状态')
    expect(localStorage.getItem(KEY)).toBeNull()
    await user.click(menu().getByRole('button', { name: '恢复默认' }))
    expect(await headings()).toEqual(DEFAULT)
    expect(router.state.location.search).toBe('?covers=0')
  })
})
