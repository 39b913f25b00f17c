import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import type { WorkDetail } from '@/shared/api/types.ts'
import { makeDetail, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'

const term = (id: number, nameCn: string) => ({ id: `800000000000000000${id}`, name: `name ${id}`, nameCn })

function serveDetail(detail: WorkDetail) {
  server.use(http.get(`${API}/works/detail/${detail.data.id}`, () => HttpResponse.json(detail)))
}

const relations = {
  tags: [term(1, '海边')],
  maker: [term(2, '片商甲')],
  series: [term(3, '系列乙')],
  performer: [term(4, '演员丙')],
}

it('shows everything about a censored work, links in a new window', async () => {
  serveDetail(makeDetail(makeWork(1), relations))
  renderApp(`/censored/${makeWork(1).id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'ABCD-1 测试影片 1' })).toBeVisible()
  for (const text of ['2026-01-02', '120 分钟', '3.85', '15133 人评价', '演员表'])
    expect(screen.getByText(text)).toBeVisible()
  const links = [
    ['海边', '/tags/8000000000000000001'],
    ['片商甲', '/maker/8000000000000000002'],
    ['系列乙', '/series/8000000000000000003'],
    ['演员丙', '/performer/8000000000000000004'],
  ]
  for (const [name, href] of links) {
    const link = screen.getByRole('link', { name })
    expect(link).toHaveAttribute('href', href)
    expect(link).toHaveAttribute('target', '_blank')
  }
  expect(document.title).toBe('ABCD-1 测试影片 1 - 映库')
  expect(screen.queryByRole('button', { name: '观看预览视频' })).toBeNull()
})

it('leads from an uncensored work to the uncensored lists and shows no series', async () => {
  const work = makeWork(2, { modId: 2 })
  serveDetail(makeDetail(work, relations))
  renderApp(`/uncensored/${work.id}`)
  expect(await screen.findByRole('link', { name: '片商甲' })).toHaveAttribute(
    'href',
    '/maker/uncensored/8000000000000000002',
  )
  expect(screen.getByRole('link', { name: '演员丙' }).getAttribute('href')).toMatch(/^\/performer\/uncensored\//)
  expect(screen.queryByRole('link', { name: '系列乙' })).toBeNull()
})

it('shows a western work on its own screen with original names', async () => {
  const work = makeWork(3, { modId: 3 })
  serveDetail(makeDetail(work, relations))
  renderApp(`/western/${work.id}`)
  expect((await screen.findByRole('link', { name: 'name 1' })).getAttribute('href')).toMatch(/^\/tags\/western\//)
  expect(screen.getByRole('link', { name: 'name 4' }).getAttribute('href')).toMatch(/^\/performer\/uncensored\//)
})

it('hides what is unknown', async () => {
  serveDetail(makeDetail(makeWork(1, { duration: 0, average: 0 })))
  renderApp(`/censored/${makeWork(1).id}`)
  await screen.findByText('番号')
  for (const text of ['时长', '评分', '片商', '类别', '演员表']) expect(screen.queryByText(text)).toBeNull()
})

it('plays the preview clip in a popup', async () => {
  serveDetail(makeDetail(makeWork(1, { mp4: 'clips/test-pattern.mp4' })))
  const { user } = renderApp(`/censored/${makeWork(1).id}`)
  await user.click(await screen.findByRole('button', { name: '观看预览视频' }))
  const popup = screen.getByRole('dialog', { name: 'ABCD-1 预览视频' })
  expect(popup.querySelector('video')).toHaveAttribute('src', '/media/clips/test-pattern.mp4')
  await user.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('copies the number', async () => {
  serveDetail(makeDetail(makeWork(1)))
  const { user } = renderApp(`/censored/${makeWork(1).id}`)
  await user.click(await screen.findByRole('button', { name: '复制番号' }))
  expect(await screen.findByText('复制成功！')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('ABCD-1')
})

it('asks for magnets when their tab is first opened and renders names as text', async () => {
  serveDetail(makeDetail(makeWork(1)))
  const magnet = {
    id: '9',
    name: '<em>ABCD-1</em> <img src=x onerror=alert(1)>',
    infoHash: `01234567${'*'.repeat(32)}`,
    length: 1_500_000_000,
    createTime: '2026-01-03 10:00:00',
    locked: true,
  }
  server.use(http.get(`${API}/dht/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [magnet], total: 1 })))
  const { user } = renderApp(`/censored/${makeWork(1).id}`)
  await screen.findByText('番号')
  expect(requests.some((request) => request.url.includes('/dht/list'))).toBe(false)
  await user.click(screen.getByRole('tab', { name: '磁力下载' }))
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeVisible()
  expect(screen.getByText('ABCD-1', { selector: 'em' })).toBeVisible()
  expect(screen.getByText('1.4GB')).toBeVisible()
  const query = new URL(requests.find((request) => request.url.includes('/dht/list'))?.url ?? '').searchParams
  expect(Object.fromEntries(query)).toEqual({
    keyword: 'ABCD-1',
    pageNum: '1',
    pageSize: '48',
    order: 'dht',
    data: '0',
    category: 'video',
    modId: '3',
    remark: 'dht',
  })
})

it('says that there is no magnet and when the work comes out', async () => {
  serveDetail(makeDetail(makeWork(1)))
  server.use(http.get(`${API}/dht/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })))
  renderApp(`/censored/${makeWork(1).id}?tab=magnet`)
  expect(await screen.findByText('暂无磁力链接')).toBeVisible()
  expect(screen.getByText('正式发行时间：2026-01-02')).toBeVisible()
})

it('moves between tabs by arrow keys and shows stills one after another', async () => {
  const small = [1, 2, 3].map((n) => `stills/1-${n}-small.svg`).join(',')
  serveDetail(makeDetail(makeWork(1, { imageSmall: small, imageBig: small.replaceAll('small', 'big') })))
  const { user } = renderApp(`/censored/${makeWork(1).id}`)
  ;(await screen.findByRole('tab', { name: '作品详情' })).focus()
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tab', { name: '作品剧照' })).toHaveFocus()
  await user.click(await screen.findByRole('button', { name: '查看剧照 3' }))
  await user.click(screen.getByRole('button', { name: '下一张' }))
  expect(screen.getByRole('dialog', { name: '剧照 1 / 3' })).toBeVisible()
  expect(screen.getByRole('img', { name: /剧照/ })).toHaveAttribute('src', '/media/stills/1-1-big.svg')
})

it('records the work as recently opened: newest first, once, at most 50', async () => {
  const others = Array.from({ length: 50 }, (_, index) => makeWork(index + 1))
  localStorage.setItem('historyListData', JSON.stringify(others))
  const work = makeWork(20)
  serveDetail(makeDetail(work))
  renderApp(`/censored/${work.id}`)
  await screen.findByText('番号')
  const saved = JSON.parse(localStorage.getItem('historyListData') ?? '[]') as { id: string }[]
  expect(saved).toHaveLength(50)
  expect(saved[0]?.id).toBe(work.id)
  expect(new Set(saved.map((entry) => entry.id)).size).toBe(50)
})

it('refuses a short id for one second, then goes back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { router } = renderApp('/censored/123456789012345', { before: ['/user'] })
  expect(await screen.findByText('出错了,请访问正确的网址！！')).toBeVisible()
  act(() => vi.advanceTimersByTime(1000))
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/censored/123456789012345'))
  expect(screen.queryByText('出错了,请访问正确的网址！！')).toBeNull()
  expect(requests).toEqual([])
})

it('says that an unknown work does not exist', async () => {
  const { id } = makeWork(4)
  server.use(http.get(`${API}/works/detail/${id}`, () => failure(404, 404, '没有', { error: 'not_found' })))
  renderApp(`/censored/${id}`)
  expect(await screen.findByText('访问资源不存在')).toBeVisible()
  expect(screen.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/index')
})
