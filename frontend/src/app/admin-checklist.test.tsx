import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '@/shared/api/contract.ts'
import { ADMIN, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const done = (more: object = {}) => HttpResponse.json({ code: 200, msg: '操作成功', ...more })

const ITEMS: Schemas['ChecklistItem'][] = [
  { id: 'proxy', state: 'todo', detail: '10.0.0.7' },
  { id: 'address', state: 'done', detail: 'https://films.example' },
  { id: 'backup', state: 'todo' },
  { id: 'disk', state: 'done', detail: 'data/media 57.2 GB' },
  { id: 'name', state: 'advised', detail: '映库' },
]
const READY = ITEMS.map((item) => (item.state === 'todo' ? { ...item, state: 'done' as const } : item))

function open(checklist: Partial<Schemas['Checklist']> = {}, permissions = ['settings:view', 'settings:edit']) {
  serveMember()
  servePermissions(['dashboard:view', ...permissions])
  const admin = serveAdmin({ checklist: { dismissed: 0, items: ITEMS, ...checklist } })
  return { admin, ...renderApp('/admin/dashboard') }
}

describe('the checklist of a new site', () => {
  it('says what to do, and folds away what is done', async () => {
    const { user } = open()
    const list = within(await screen.findByRole('region', { name: '开站清单' }))
    expect(list.getByText(/收到来自 10\.0\.0\.7 的转发请求/)).toBeVisible()
    const backup = list.getByText(/还没有备份过/)
    expect(backup).toHaveTextContent('还没有备份过。运行 yingku backup，或启用 yingku-backup.timer 每晚备份。')
    // A command is not broken at its hyphens.
    const commands = within(backup).getAllByText(/^yingku/)
    expect(commands.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['CODE', 'yingku backup'],
      ['CODE', 'yingku-backup.timer'],
    ])
    expect(list.getByRole('link', { name: '网站名称' })).toHaveAttribute('href', '/admin/settings')
    expect(list.getByText('https://films.example')).not.toBeVisible()
    await user.click(list.getByText('已完成 2 项'))
    expect(list.getByText('https://films.example')).toBeVisible()
    expect(list.queryByRole('button', { name: '不再显示' })).toBeNull()
  })

  it('is dismissed for the site once nothing has to be done', async () => {
    const { admin, user } = open({ items: READY })
    const edits: unknown[] = []
    server.use(
      http.get(`${ADMIN}/site`, () => done({ data: { name: '映库', announcement: '', footer: '', version: 3 } })),
      http.post(`${ADMIN}/site/edit`, async ({ request }) => {
        edits.push(await request.json())
        admin.checklist = { ...admin.checklist, dismissed: 1 }
        return done()
      }),
    )
    await user.click(await screen.findByRole('button', { name: '不再显示' }))
    await expectToast('清单已收起，有新的问题时会再出现')
    expect(edits).toEqual([{ version: 3, checklistDismissed: true }])
    expect(screen.queryByRole('region', { name: '开站清单' })).toBeNull()
  })

  it('is not asked for by those who may not see the settings', async () => {
    open({}, [])
    await screen.findByRole('region', { name: '待处理' })
    expect(requests.filter(({ url }) => url.includes('/admin/checklist'))).toEqual([])
  })

  it('comes together with what it would push down', async () => {
    open()
    let answer = () => {}
    const waits = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.get(`${ADMIN}/checklist`, async () => {
        await waits
        return done({ data: { dismissed: 0, items: ITEMS } })
      }),
    )
    expect(await screen.findByText(/^数据截至/)).toBeVisible()
    expect(screen.queryByRole('region', { name: '待处理' })).toBeNull()
    answer()
    expect(await screen.findByRole('region', { name: '待处理' })).toBeVisible()
    expect(screen.getByRole('region', { name: '开站清单' })).toBeVisible()
  })

  it('does not keep the figures back when it fails', async () => {
    open()
    server.use(http.get(`${ADMIN}/checklist`, () => failure(500, 500, '')))
    expect(await screen.findByRole('region', { name: '待处理' })).toBeVisible()
  })

  it('tells of backup and disk among what waits, dismissed or not', async () => {
    open({ dismissed: 1 })
    const tiles = within(await screen.findByRole('region', { name: '待处理' }))
    expect((await tiles.findByText('最近备份')).closest('.stat')).toHaveTextContent('没有还没有备份过')
    expect(tiles.getByText('磁盘可用').closest('.stat')).toHaveTextContent('57.2 GBdata/media')
    expect(screen.queryByRole('region', { name: '开站清单' })).toBeNull()
  })
})
