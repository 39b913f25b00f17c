import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Dashboard } from '@/shared/api/types.ts'
import { ADMIN, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeDashboard } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'

const ALL = ['dashboard:view', 'messages:reply', 'works:edit', 'orders:view', 'reports:handle']
const asked = () => requests.filter(({ url }) => new URL(url).pathname.endsWith('/admin/dashboard')).length
const part = async (name: string) => within(await screen.findByRole('region', { name }))

function open(change: Partial<Dashboard> = {}, permissions = ALL) {
  serveMember()
  servePermissions(permissions)
  const admin = serveAdmin({ dashboard: makeDashboard(change) })
  return { admin, ...renderApp('/admin') }
}

describe('the dashboard', () => {
  afterEach(() => vi.useRealTimers())

  it('is what /admin opens for those who may see it, and shows what waits and what there is', async () => {
    const { router } = open()
    const waiting = await part('待处理')
    expect(router.state.location.pathname).toBe('/admin/dashboard')
    expect(waiting.getByRole('link', { name: /待答复留言\s*4\s*最久已等 2 小时/ })).toHaveAttribute(
      'href',
      '/admin/messages',
    )
    expect(waiting.getByRole('link', { name: /首次答复，7 天中位\s*10 分钟/ })).toHaveTextContent(
      '九成在 1 小时内 · 30 天：中位 20 分钟，九成 1 天',
    )
    expect(waiting.getByRole('link', { name: /待处理举报\s*2/ })).toHaveAttribute('href', '/admin/reports')
    expect(waiting.getByText('已同步')).toBeVisible()
    const standing = await part('现有')
    expect(standing.getByRole('link', { name: /作品\s*1,450\s*有码 900 ·\s*无码 350 ·\s*欧美 200/ })).toBeVisible()
    expect(standing.getByText('近 30 天 +44')).toBeVisible()
    expect(standing.getByText('拒收 2 ·').parentElement).toHaveTextContent('拒收 2 · 更新 30 · 01-29 21:30')
    expect(screen.getByText('08:00:05')).toBeVisible()
  })

  it.each([
    [{ new: 120, updated: 30 }, '+120'],
    [{ new: 0, updated: 30 }, '更新 30'],
    [{ new: 0, updated: 0 }, '无变化'],
  ])('says of the latest import %o what it has brought', async (counts, text) => {
    open({ lastImport: { time: '2026-01-29 21:30:00', unchanged: 850, refused: 0, ...counts } })
    const tile = (await part('现有')).getByText('最近导入').closest('.stat') as HTMLElement
    expect(within(tile).getByText(text)).toBeVisible()
  })

  it('links nowhere that the caller may not go', async () => {
    open({}, ['dashboard:view'])
    const waiting = await part('待处理')
    expect(waiting.queryAllByRole('link')).toEqual([])
    const words = await part('搜不到的词')
    expect(words.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['雪山', 'abc 100%'])
  })

  it('says the figures of a day that keys or the pointer choose, and of today otherwise', async () => {
    open()
    const plot = await part('搜索')
    const slider = plot.getByRole('slider', { name: '搜索：选择日期' })
    expect(slider).toHaveAttribute('aria-valuetext', '今天 69 次，其中无结果 4')
    fireEvent.change(slider, { target: { value: '10' } })
    expect(slider).toHaveAttribute('aria-valuetext', '1月11日 50 次，其中无结果 0')
    expect(plot.getByText('50')).toBeVisible()
    fireEvent.blur(slider)
    expect(plot.getByText('69')).toBeVisible()
    vi.spyOn(slider, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 300 } as DOMRect)
    fireEvent.pointerMove(slider, { clientX: 135 })
    expect(plot.getByText('43')).toBeVisible()
    fireEvent.pointerLeave(slider)
    expect(plot.getByText('69')).toBeVisible()
  })

  it('has every day in a table', async () => {
    open()
    const table = within(await screen.findByRole('table', { name: '近 30 天每日数据' }))
    expect(table.getAllByRole('row')).toHaveLength(31)
    const cells = within(table.getByRole('row', { name: /^2026-01-11/ })).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual(['210', '1010', '4', '50', '0', '20', '10', '2', '1'])
  })

  it('says what orders were paid with', async () => {
    open()
    const orders = await part('已支付订单')
    expect(orders.getByText(/今天净收 ¥198\.00，30 天净收 ¥5,940\.50/)).toBeVisible()
  })

  it('has no orders and no money for those who may not see them', async () => {
    const days = makeDashboard().days.map(({ orders: _, ...day }) => day)
    open({ orders: undefined, days })
    await part('注册')
    expect(screen.queryByRole('region', { name: '已支付订单' })).toBeNull()
    expect(screen.queryByText(/¥/)).toBeNull()
  })

  it('leads from a missing word to the search and to where it can be put in', async () => {
    open()
    const words = await part('搜不到的词')
    expect(words.getByText('7 次')).toBeVisible()
    expect(words.getByRole('link', { name: 'abc 100%' })).toHaveAttribute('href', '/search/abc%20100%25')
    expect(words.getByRole('link', { name: '在作品里找 abc 100%' })).toHaveAttribute(
      'href',
      '/admin/works?keyword=abc+100%25',
    )
  })

  it('says how many reports wait because too many works had gone off the site', async () => {
    open({ waiting: { messages: 0, reports: 9, reportsHeld: 7, downloads: 0 } })
    expect(await screen.findByText('7 条超出每小时自动下线上限，作品仍在线')).toBeVisible()
  })

  it('of a new site says that nothing has happened', async () => {
    open({ words: [], lastImport: undefined, waiting: { messages: 0, reports: 0, reportsHeld: 0, downloads: 0 } })
    expect(await screen.findByText('没有搜不到的词')).toBeVisible()
    expect(screen.getByText('还没有导入过')).toBeVisible()
    expect(screen.getByText('全部已答复')).toBeVisible()
  })

  it('says when the index is behind', async () => {
    open({ index: { ready: true, building: false, changes: 1_200, seconds: 95, missing: 0 } })
    expect(await screen.findByText('落后 1,200 项')).toBeVisible()
    expect(screen.getByText('最早一项已等 95 秒')).toBeVisible()
  })

  it.each([
    [{ trouble: 'no_space', changes: 3 }, '落后 3 项', '磁盘已满，正在重试'],
    [{ trouble: 'hangs' }, '已同步', '写入没有反应，请检查磁盘'],
    [{ missing: 51 }, '相差 51 部', '即将自动重建'],
    [{ missing: 51, building: true }, '相差 51 部', '正在重建'],
    [{ building: true }, '正在重建', '旧索引仍在使用'],
    [{ ready: false, building: true }, '正在建立', '完成后即可搜索'],
    [{ ready: false, trouble: 'damaged' }, '无法搜索', '索引文件损坏，正在修复'],
  ] as const)('says what is wrong with the index: %o', async (index, value, note) => {
    const fine = { ready: true, building: false, changes: 0, seconds: 0, missing: 0 }
    open({ index: { ...fine, ...index } })
    const waiting = await part('待处理')
    expect(waiting.getByText(value)).toBeVisible()
    expect(waiting.getByText(note)).toBeVisible()
  })

  it('asks again every 30 seconds, and keeps what it has when that fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { admin } = open()
    await part('待处理')
    admin.dashboard = makeDashboard({
      time: '2026-01-30 08:00:35',
      members: { ...admin.dashboard.members, all: 1_201 },
    })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await screen.findByText('1,201')).toBeVisible()
    expect(asked()).toBe(2)
    server.use(http.get(`${ADMIN}/dashboard`, () => HttpResponse.error()))
    await vi.advanceTimersByTimeAsync(40_000)
    await waitFor(() => expect(screen.getByText(/更新失败/)).toHaveTextContent('更新失败，数据截至 08:00:35'))
    expect(screen.getByText('1,201')).toBeVisible()
  })

  it('that cannot be loaded says so and loads on retry', async () => {
    serveMember()
    servePermissions(ALL)
    serveAdmin()
    server.use(
      http.get(`${ADMIN}/dashboard`, () => failure(403, 402, '没有权限', { error: 'forbidden' }), { once: true }),
    )
    const { user } = renderApp('/admin/dashboard')
    await user.click(await screen.findByRole('button', { name: '点击重试' }))
    expect(await part('待处理')).toBeTruthy()
  })
})
