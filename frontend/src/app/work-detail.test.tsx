import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import type { WorkDetail } from '@/shared/api/types.ts'
import { makeDetail, makeMagnet, makeTerm, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, listQueries, requests, server } from '@/testing/server.ts'
import { expectToast } from '../testing/toasts.ts'

const term = (id: number, nameCn: string) => ({ id: `800000000000000000${id}`, name: `name ${id}`, nameCn })

function serveDetail(detail: WorkDetail) {
  server.use(http.get(`${API}/works/detail/${detail.data.id}`, () => HttpResponse.json(detail)))
}

const relations = {
  tags: [term(1, '海边')],
  maker: [term(2, '片商甲')],
  series: [term(3, '系列乙')],
  performer: [term(4, '演员丙')],
  label: [term(5, '发行丁')],
  director: [term(6, '导演戊')],
  item: [term(7, '合辑己')],
}

// jsdom plays nothing.
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {})
})

/** The same detail with so many stills. */
function withStills(count: number) {
  const names = Array.from({ length: count }, (_, index) => `stills/1-${index + 1}-small.svg`).join(', ')
  return makeDetail(makeWork(1, { imageSmall: names, imageBig: names.replaceAll('small', 'big') }))
}

it('shows everything about a censored work, links in a new window', async () => {
  serveDetail(makeDetail(makeWork(1), relations))
  renderApp(`/censored/${makeWork(1).id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'ABCD-1 测试影片 1' })).toBeVisible()
  const facts = within(screen.getByRole('tabpanel', { name: '作品详情' }))
  for (const text of ['120 分钟', '3.85', '15133 人评价']) expect(facts.getByText(text)).toBeVisible()
  expect(facts.getAllByText('2026-01-02')[0]).toBeVisible()
  expect(screen.getByRole('heading', { level: 2, name: '演员表' })).toBeVisible()
  const links = [
    ['海边', '/tags/8000000000000000001'],
    ['片商甲', '/maker/8000000000000000002'],
    ['系列乙', '/series/8000000000000000003'],
    ['演员丙name 4', '/performer/8000000000000000004'],
    ['发行丁', '/label/8000000000000000005'],
    ['导演戊', '/director/8000000000000000006'],
    ['合辑己', '/item/8000000000000000007'],
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
  expect(screen.getByRole('link', { name: /^演员丙/ }).getAttribute('href')).toMatch(/^\/performer\/uncensored\//)
  for (const name of ['系列乙', '发行丁', '导演戊', '合辑己']) expect(screen.queryByRole('link', { name })).toBeNull()
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
  const facts = within(screen.getByRole('tabpanel', { name: '作品详情' }))
  for (const text of ['时长', '评分', '片商', '类别', '演员表']) expect(facts.queryByText(text)).toBeNull()
})

it('keeps a work without relations company with the latest of its channel', async () => {
  serveDetail(makeDetail(makeWork(1)))
  renderApp(`/censored/${makeWork(1).id}`)
  const row = within(await screen.findByRole('list', { name: '有码最新' }))
  expect(row.getAllByText(/^ABCD-\d$/).map((number) => number.textContent)).toEqual(['ABCD-2', 'ABCD-3'])
  expect(screen.getByRole('link', { name: '有码最新，查看全部' })).toHaveAttribute('href', '/censored')
})

it('leaves the latest out where the work has relations enough', async () => {
  serveDetail(makeDetail(makeWork(1), relations))
  renderApp(`/censored/${makeWork(1).id}`)
  for (const name of ['同演员 · 演员丙', '同系列 · 系列乙', '同类别 · 海边']) {
    expect(await screen.findByRole('list', { name })).toBeVisible()
  }
  expect(screen.queryByText('有码最新')).toBeNull()
})

it('plays the preview clip in a popup that going back closes', async () => {
  serveDetail(makeDetail(makeWork(1, { mp4: 'clips/test-pattern.mp4' })))
  const { user, router } = renderApp(`/censored/${makeWork(1).id}`)
  const button = await screen.findByRole('button', { name: '观看预览视频' })
  await user.click(button)
  const popup = screen.getByRole('dialog', { name: 'ABCD-1 预览视频' })
  const video = popup.querySelector('video')
  expect(video).toHaveAttribute('src', '/media/clips/test-pattern.mp4')
  expect(video).toHaveProperty('muted', true)
  expect(video).toHaveAttribute('controls')
  await act(() => router.navigate(-1))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled()
  expect(button).toHaveFocus()
  await user.click(button)
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says that the preview clip cannot be played and tries again', async () => {
  serveDetail(makeDetail(makeWork(1, { mp4: 'clips/gone.mp4' })))
  const { user } = renderApp(`/censored/${makeWork(1).id}?preview=1`)
  const popup = await screen.findByRole('dialog', { name: 'ABCD-1 预览视频' })
  fireEvent.error(popup.querySelector('video') as HTMLVideoElement)
  expect(within(popup).getByRole('alert')).toHaveTextContent('预览视频加载失败')
  await user.click(within(popup).getByRole('button', { name: '点击重试' }))
  expect(popup.querySelector('video')).not.toBeNull()
})

it('copies the number', async () => {
  serveDetail(makeDetail(makeWork(1)))
  const { user } = renderApp(`/censored/${makeWork(1).id}`)
  await user.click(await screen.findByRole('button', { name: '复制番号' }))
  await expectToast('复制成功！')
  expect(await navigator.clipboard.readText()).toBe('ABCD-1')
})

it('A17 asks for magnets when their tab is first opened and renders names as text', async () => {
  serveDetail(makeDetail(makeWork(1)))
  const magnet = {
    id: '9',
    name: '<em>ABCD-1</em> <img src=x onerror=alert(1)>',
    infoHash: `01234567${'*'.repeat(32)}`,
    marks: [],
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
    id: '7300000000000000001',
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

it('shows all links of a work that has more than a page of them', async () => {
  serveDetail(makeDetail(makeWork(1)))
  const all = Array.from({ length: 100 }, (_, at) => ({ ...makeMagnet(at + 1), name: `ABCD-1 第${at + 1}条` }))
  server.use(
    http.get(`${API}/dht/list`, ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('pageNum'))
      const rows = all.slice((page - 1) * 48, page * 48)
      return HttpResponse.json({ code: 200, msg: '', rows, total: all.length })
    }),
  )
  renderApp(`/censored/${makeWork(1).id}?tab=magnet`)
  expect(await screen.findByText('共 100 条')).toBeVisible()
  expect(screen.getByText('ABCD-1 第100条')).toBeVisible()
})

it('says that there is no magnet and when the work comes out', async () => {
  serveDetail(makeDetail(makeWork(1)))
  server.use(http.get(`${API}/dht/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })))
  renderApp(`/censored/${makeWork(1).id}?tab=magnet`)
  expect(await screen.findByText('暂无磁力链接')).toBeVisible()
  expect(screen.getByText('正式发行时间：2026-01-02')).toBeVisible()
})

it('moves between tabs by arrow keys', async () => {
  serveDetail(withStills(3))
  const { user } = renderApp(`/censored/${makeWork(1).id}`)
  ;(await screen.findByRole('tab', { name: '作品详情' })).focus()
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tab', { name: '作品剧照' })).toHaveFocus()
  expect(screen.getByRole('button', { name: '查看剧照 3' })).toBeVisible()
})

it('says that there are no stills when there are fewer than three', async () => {
  serveDetail(withStills(2))
  renderApp(`/censored/${makeWork(1).id}?tab=stills`)
  expect(await screen.findByText('無劇照')).toBeVisible()
})

it('shows the cover whole, with the stills after it, and Back closes it', async () => {
  serveDetail(withStills(3))
  const { user, router } = renderApp(`/censored/${makeWork(1).id}`)
  await user.click(await screen.findByRole('button', { name: '查看完整封面' }))
  expect(await screen.findByRole('dialog', { name: '图片 1 / 4' })).toBeVisible()
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows a portrait whole in its box', async () => {
  serveDetail(makeDetail(makeWork(1)))
  renderApp(`/censored/${makeWork(1).id}`)
  const cover = await screen.findByRole('img', { name: makeWork(1).title })
  const size = (width: number, height: number) => {
    Object.defineProperty(cover, 'naturalWidth', { configurable: true, value: width })
    Object.defineProperty(cover, 'naturalHeight', { configurable: true, value: height })
    fireEvent.load(cover)
  }
  size(1200, 800)
  expect(cover).not.toHaveAttribute('data-whole')
  size(800, 1200)
  expect(cover).toHaveAttribute('data-whole')
})

it('shows stills on the whole screen, one after another, by button and key', async () => {
  serveDetail(withStills(3))
  const { user, router } = renderApp(`/censored/${makeWork(1).id}?tab=stills`)
  const still = await screen.findByRole('button', { name: '查看剧照 3' })
  await user.click(still)
  const viewer = await screen.findByRole('dialog', { name: '剧照 3 / 3' })
  expect(router.state.location.search).toBe('?tab=stills&img=3')
  await user.click(screen.getByRole('button', { name: '下一张' }))
  expect(screen.getByRole('dialog', { name: '剧照 1 / 3' })).toBe(viewer)
  expect(within(viewer).getByText('1 / 3')).toBeVisible()
  expect(within(viewer).getByRole('img', { name: '测试影片 1 剧照' })).toHaveAttribute(
    'src',
    '/media/stills/1-1-big.svg',
  )
  for (const [key, name] of [
    ['{ArrowLeft}', '剧照 3 / 3'],
    ['{Home}', '剧照 1 / 3'],
    ['{ArrowRight}', '剧照 2 / 3'],
    ['{End}', '剧照 3 / 3'],
  ] as const) {
    await user.keyboard(key)
    await waitFor(() => expect(viewer).toHaveAccessibleName(name))
  }
  fireEvent(viewer, new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('?tab=stills')
  expect(still).toHaveFocus()
})

it('puts the big still over the small one and keeps the small one when the big one is gone', async () => {
  serveDetail(withStills(3))
  renderApp(`/censored/${makeWork(1).id}?tab=stills&img=2`)
  const viewer = await screen.findByRole('dialog', { name: '剧照 2 / 3' })
  const sources = () =>
    [...viewer.querySelectorAll('.yarl__slide_current img')].map((image) => image.getAttribute('src'))
  expect(sources()).toEqual(['/media/stills/1-2-small.svg', '/media/stills/1-2-big.svg'])
  expect(viewer.querySelector('img[src$="1-3-big.svg"]')).toBeNull()
  fireEvent.load(within(viewer).getByRole('img', { name: /剧照/ }))
  expect(viewer.querySelector('img[src$="1-3-big.svg"]')).not.toBeNull()
  fireEvent.error(within(viewer).getByRole('img', { name: /剧照/ }))
  expect(sources()).toEqual(['/media/stills/1-2-small.svg'])
  fireEvent.error(within(viewer).getByRole('img', { name: /剧照/ }))
  expect(within(viewer).getByText('图片加载失败')).toBeVisible()
})

it('closes an address of a still that is not there', async () => {
  serveDetail(withStills(3))
  renderApp(`/censored/${makeWork(1).id}?tab=stills&img=4`)
  await screen.findByRole('button', { name: '查看剧照 3' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('offers the magnet switch of the lists beside the magnets', async () => {
  serveDetail(makeDetail(makeWork(1)))
  server.use(http.get(`${API}/dht/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })))
  const { user } = renderApp(`/censored/${makeWork(1).id}?tab=magnet`)
  const toggle = await screen.findByRole('button', { name: '只看有磁力' })
  expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await user.click(toggle)
  expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

it('tries again when the magnets do not come', async () => {
  serveDetail(makeDetail(makeWork(1)))
  let down = true
  server.use(
    http.get(`${API}/dht/list`, () =>
      down ? failure(500, 500, '坏了') : HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 }),
    ),
  )
  const { user } = renderApp(`/censored/${makeWork(1).id}?tab=magnet`)
  const retry = await screen.findByRole('button', { name: '点击重试' })
  down = false
  await user.click(retry)
  expect(await screen.findByText('暂无磁力链接')).toBeVisible()
})

it('marks a name as Japanese that has no Chinese one', async () => {
  const performer = [{ id: '8000000000000000008', name: '月野あかり', nameCn: '' }]
  const maker = [{ id: '8000000000000000009', name: 'みなと映像', nameCn: '' }]
  serveDetail(makeDetail(makeWork(1), { ...relations, performer, maker }))
  renderApp(`/censored/${makeWork(1).id}`)
  expect(await screen.findByText('月野あかり')).toHaveAttribute('lang', 'ja')
  expect(screen.getByRole('link', { name: 'みなと映像' })).toHaveAttribute('lang', 'ja')
  expect(screen.getByRole('link', { name: '海边' })).not.toHaveAttribute('lang')
})

it('shows other works of the performer and the series, without this one', async () => {
  serveDetail(makeDetail(makeWork(1), relations))
  renderApp(`/censored/${makeWork(1).id}`)
  const row = await screen.findByRole('list', { name: '同演员 · 演员丙' })
  expect(within(row).getAllByRole('article')).toHaveLength(2)
  expect(within(row).queryByText('ABCD-1')).toBeNull()
  expect(screen.getByRole('heading', { level: 2, name: '同系列 · 系列乙' })).toBeVisible()
  expect(screen.getByRole('link', { name: '同系列 · 系列乙，查看全部' })).toHaveAttribute(
    'href',
    '/series/8000000000000000003',
  )
  const asked = listQueries().find((query) => query.get('performerId') === '8000000000000000004')
  expect(asked?.get('modName')).toBe('censored')
})

it('has no row of whom one does not want to see: the next performer has it', async () => {
  const hide = (...ids: string[]) => {
    const terms = ids.map((id) => ({ id, name: id, nameCn: '', kind: 'performer', modId: 1 }))
    localStorage.setItem('yingku.hiddenTerms', JSON.stringify({ terms, login: null }))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'yingku.hiddenTerms' })))
  }
  const [first, next] = [term(4, '演员丙'), term(8, '演员丁')]
  hide(first.id)
  serveDetail(makeDetail(makeWork(1), { ...relations, performer: [first, next] }))
  renderApp(`/censored/${makeWork(1).id}`)
  expect(await screen.findByRole('list', { name: '同演员 · 演员丁' })).toBeVisible()
  expect(screen.queryByText('同演员 · 演员丙')).toBeNull()
  hide(first.id, next.id, ...relations.series.map(({ id }) => id))
  expect(await screen.findByRole('list', { name: '同片商 · 片商甲' })).toBeVisible()
  for (const row of [/^同演员/, /^同系列/]) expect(screen.queryByRole('list', { name: row })).toBeNull()
})

it('leads an address of another channel to the screen of the work', async () => {
  const work = makeWork(3, { modId: 3 })
  serveDetail(makeDetail(work, relations))
  const { router } = renderApp(`/censored/${work.id}?tab=stills`)
  await screen.findByText('無劇照')
  expect(router.state.location.pathname + router.state.location.search).toBe(`/western/${work.id}?tab=stills`)
})

it('records the work as recently opened: newest first, once, at most 50', async () => {
  const others = Array.from({ length: 50 }, (_, index) => makeWork(index + 1))
  localStorage.setItem('historyListData', JSON.stringify(others))
  const work = makeWork(20)
  serveDetail(makeDetail(work, { tags: [makeTerm(1)], performer: [makeTerm(2)] }))
  renderApp(`/censored/${work.id}`)
  await screen.findByText('番号')
  const saved = JSON.parse(localStorage.getItem('historyListData') ?? '[]') as { id: string; terms?: string[] }[]
  expect(saved).toHaveLength(50)
  expect(saved[0]?.id).toBe(work.id)
  expect(saved[0]?.terms?.sort()).toEqual([makeTerm(1).id, makeTerm(2).id])
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
