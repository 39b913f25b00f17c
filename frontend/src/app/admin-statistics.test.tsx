import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Schemas } from '@/shared/api/contract.ts'
import { saveFile } from '@/shared/lib/save-file.ts'
import { ADMIN, servePermissions } from '@/testing/admin.ts'
import { makeDashboard } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'

vi.mock('@/shared/lib/save-file.ts', () => ({ saveFile: vi.fn(async () => undefined) }))
beforeEach(() => vi.mocked(saveFile).mockClear())

const ID = '910000000000000001'
const asked = () =>
  requests
    .filter(({ url }) => new URL(url).pathname.endsWith('/admin/statistics'))
    .map(({ url }) => Object.fromEntries(new URL(url).searchParams))

function open(address = '/admin/statistics', change: Partial<Schemas['Statistics']> = {}, permissions: string[] = []) {
  serveMember()
  servePermissions(['dashboard:view', ...permissions])
  const { days } = makeDashboard()
  const works = [{ id: ID, number: 'ABC-001', title: '雪山', views: 1_234 }]
  server.use(
    http.get(`${ADMIN}/statistics`, () =>
      HttpResponse.json({ code: 200, msg: '', data: { days: days.slice(0, 3), works, ...change } }),
    ),
  )
  return renderApp(address)
}

describe('the statistics', () => {
  it('show each figure of the range, its sum and its days', async () => {
    open('/admin/statistics?from=2026-01-01&to=2026-01-03')
    const visits = within(await screen.findByRole('region', { name: '访问' }))
    expect(visits.getByText('合计').parentElement).toHaveTextContent('合计 603')
    expect(visits.getByRole('slider')).toHaveAttribute('aria-valuetext', '1月3日 202 次')
    expect(within(screen.getByRole('region', { name: '净收入' })).getByText('4.5')).toBeVisible()
    const rows = within(screen.getByRole('table', { name: '每日数据' })).getAllByRole('row')
    expect(rows[1]).toHaveTextContent(/^2026-01-03202/)
    expect(asked()).toEqual([{ from: '2026-01-01', to: '2026-01-03' }])
  })

  it('name the most viewed works, which open in the console for those who may edit them', async () => {
    open()
    expect(await screen.findByRole('link', { name: 'ABC-001 雪山' })).toHaveAttribute('href', `/detail/${ID}`)
    expect(screen.getByText('1,234')).toBeVisible()
  })

  it('lead those who may edit works to them', async () => {
    open('/admin/statistics', {}, ['works:edit'])
    await waitFor(async () =>
      expect(await screen.findByRole('link', { name: 'ABC-001 雪山' })).toHaveAttribute(
        'href',
        `/admin/works?open=${ID}`,
      ),
    )
  })

  it('begin with the latest days of a long range, and list the rest when asked', async () => {
    const { days } = makeDashboard()
    const more = days.slice(0, 5).map((day) => ({ ...day, day: day.day.replace('-01-', '-02-') }))
    const { user } = open('/admin/statistics?from=2026-01-01&to=2026-02-05', { days: [...days, ...more] })
    const table = within(await screen.findByRole('table', { name: '每日数据' }))
    const listed = () => table.getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(listed()).toHaveLength(31)
    expect(listed()[0]).toBe('2026-02-05')
    await user.click(screen.getByRole('button', { name: '显示其余 4 天' }))
    expect(listed()).toHaveLength(35)
    expect(listed().at(-1)).toBe('2026-01-01')
  })

  it('change with the range', async () => {
    const { user, router } = open()
    await user.click(await screen.findByRole('link', { name: '近 400 天' }))
    // The first range may not have been asked for yet.
    await waitFor(() => {
      const { from, to } = asked().at(-1) ?? {}
      expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(399 * 86_400_000)
    })
    const { from } = asked().at(-1) ?? {}
    expect(router.state.location.search).toContain(`from=${from}`)
    expect(screen.getByLabelText('从')).toHaveValue(from)
  })

  it('hide income from those who see no orders, and are saved as a file', async () => {
    const days = makeDashboard()
      .days.slice(0, 2)
      .map(({ orders: _, net: __, ...day }) => day)
    const { user } = open('/admin/statistics?from=2026-01-01&to=2026-01-02', { days, works: [] })
    expect(await screen.findByText('这些天没有浏览')).toBeVisible()
    expect(screen.queryByRole('region', { name: '净收入' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '导出' }))
    expect(saveFile).toHaveBeenCalledWith(
      '统计-2026-01-01-2026-01-02.csv',
      'text/csv;charset=utf-8',
      '\ufeff日期,访问,浏览,播放,搜索,其中无结果,复制磁链,新作品,注册\r\n' +
        '2026-01-01,200,1000,0,40,0,10,0,0\r\n2026-01-02,201,1001,1,41,1,11,1,1\r\n',
    )
  })

  it('say that they could not be loaded, and try again', async () => {
    const { user } = open()
    await screen.findByText('ABC-001')
    server.use(http.get(`${ADMIN}/statistics`, () => failure(400, 402, '请求参数有误'), { once: true }))
    await user.click(screen.getByRole('link', { name: '近 7 天' }))
    await user.click(await screen.findByRole('button', { name: /重试/ }))
    expect(await screen.findByRole('region', { name: '访问' })).toBeVisible()
  })
})
