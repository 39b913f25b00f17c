import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { saveCopyCount } from '@/entities/magnet/copy-count.ts'
import { startSession } from '@/shared/api/session.ts'
import type { Magnet } from '@/shared/api/types.ts'
import { makeDetail, makeMagnet, makeUserInfo, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '../testing/toasts.ts'

const ADDRESS = `/censored/${makeWork(1).id}?tab=magnet`
const hashOf = (index: number) => index.toString(16).padStart(40, '0')
const linkOf = (index: number) => `magnet:?xt=urn:btih:${hashOf(index)}&dn=${encodeURIComponent(`ABCD-${index} 高清`)}`
const copies = () => requests.filter(({ url }) => url.endsWith('/dht/copy'))

/** Ids of magnets go on from test to test: the same one copied twice in a second would be refused. */
let lastId = 0

/** Five magnets, of which so many may be copied today. */
function serveMagnets(limit: number | null, refusal = 'copy_login') {
  const copied = new Set<string>()
  const five = [1, 2, 3, 4, 5].map((index) => makeMagnet(index, { id: makeMagnet(++lastId).id }))
  const rows = (): Magnet[] =>
    five.map((magnet, at) => {
      const index = at + 1
      return copied.has(magnet.id) ? { ...magnet, locked: false, infoHash: hashOf(index) } : magnet
    })
  server.use(
    http.get(`${API}/works/detail/:id`, () => HttpResponse.json(makeDetail(makeWork(1)))),
    http.get(`${API}/dht/list`, () => HttpResponse.json({ code: 200, msg: '', rows: rows(), total: 5 })),
    http.post(`${API}/dht/copy`, async ({ request }) => {
      const { id } = (await request.json()) as { id: string }
      if (limit !== null && copied.size >= limit && !copied.has(id))
        return failure(403, 402, '不行', { error: refusal })
      copied.add(id)
      const index = five.findIndex((magnet) => magnet.id === id) + 1
      const used = copied.size
      const quota = limit === null ? {} : { limit, remaining: limit - used }
      const data = { id, infoHash: hashOf(index), magnet: linkOf(index), used, ...quota }
      return HttpResponse.json({ code: 200, msg: '', data })
    }),
  )
}

function logIn(levelId = 1) {
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  const level = { levelId, groupName: levelId > 1 ? 'VIP会员' : '普通会员', groupLevel: levelId }
  server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ level }))))
}

const row = async (index: number) => {
  const name = await screen.findByText(`ABCD-${index} 高清`)
  return within(name.closest('li') as HTMLElement)
}

async function copy(user: ReturnType<typeof renderApp>['user'], index: number) {
  await user.click((await row(index)).getByRole('button', { name: '复制' }))
}

beforeEach(() => {
  // jsdom has no such command.
  document.execCommand = vi.fn(() => false)
})

it('copies three links for a visitor, counts them, and asks for a login at the fourth without asking the server', async () => {
  serveMagnets(3)
  const { user, router } = renderApp(ADDRESS)
  expect(await screen.findByText(/每日可复制 3 次/)).toBeVisible()
  for (const [index, left] of [
    [1, 2],
    [2, 1],
    [3, 0],
  ] as const) {
    await copy(user, index)
    expect(await screen.findByText(`今日还可复制 ${left} 次`, { exact: false })).toBeVisible()
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(linkOf(index)))
    expect((await row(index)).getByText(hashOf(index))).toBeVisible()
  }
  expect(document.cookie).toContain('copyCount=3.0.')
  await copy(user, 4)
  expect(await screen.findByText('需要登陆账号才可以使用该功能！')).toBeVisible()
  expect(copies()).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: '去登录' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

it('takes a press on another link while one is on its way, and has the last one in the clipboard', async () => {
  serveMagnets(3)
  const { user } = renderApp(ADDRESS)
  let written = () => {}
  const writing = vi.spyOn(navigator.clipboard, 'writeText').mockReturnValueOnce(
    new Promise<void>((done) => {
      written = done
    }),
  )
  await copy(user, 1)
  expect(await screen.findByText('今日还可复制 2 次', { exact: false })).toBeVisible()
  await copy(user, 2)
  expect(copies()).toHaveLength(1)
  written()
  await waitFor(() => expect(writing.mock.calls).toEqual([[linkOf(1)], [linkOf(2)]]))
  expect(copies()).toHaveLength(2)
})

it('copies an uncovered link again without counting it', async () => {
  serveMagnets(3)
  const { user } = renderApp(ADDRESS)
  await copy(user, 1)
  await expectToast('复制成功！')
  await copy(user, 2)
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(linkOf(2)))
  await copy(user, 1)
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(linkOf(1)))
  expect(copies()).toHaveLength(2)
})

it('believes the server rather than the cookie', async () => {
  serveMagnets(0)
  const { user } = renderApp(ADDRESS)
  await copy(user, 1)
  expect(await screen.findByText('需要登陆账号才可以使用该功能！')).toBeVisible()
  expect(screen.getByText(/今日还可复制 0 次/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: '取消' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('leads a member who has copied enough to VIP', async () => {
  logIn()
  serveMagnets(0, 'copy_vip')
  server.use(http.get(`${API}/app/vip/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })))
  const { user, router } = renderApp(ADDRESS)
  expect(await screen.findByText(/每日可复制 100 次/)).toBeVisible()
  expect(screen.getByRole('link', { name: '兑换激活码' })).toHaveAttribute('href', '/sub')
  await copy(user, 1)
  expect(await screen.findByText('非VIP用户,每日最多复制100次,,请先收藏后次日下载或升级VIP')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '升级VIP' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/pay'))
})

it('counts nothing for VIP', async () => {
  logIn(2)
  serveMagnets(null)
  const { user } = renderApp(ADDRESS)
  expect(await screen.findByText(/VIP 不限次数/)).toBeVisible()
  await copy(user, 1)
  await expectToast('复制成功！')
  expect(document.cookie).not.toContain('copyCount')
})

it('offers VIP to ask for what cannot be watched online by a revealed link', async () => {
  logIn(2)
  serveMagnets(null)
  const { user } = renderApp(ADDRESS)
  expect(await screen.findByText(/VIP 不限次数/)).toBeVisible()
  expect(screen.queryByRole('button', { name: '离线下载' })).toBeNull()
  await copy(user, 1)
  expect(await (await row(1)).findByRole('button', { name: '离线下载' })).toBeVisible()
})

it('shows the link to be copied by hand where the browser refuses', async () => {
  serveMagnets(3)
  const { user } = renderApp(ADDRESS)
  const refuse = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await copy(user, 1)
  const dialog = within(await screen.findByRole('dialog', { name: '手动复制' }))
  expect(screen.getByText('复制失败,请手动复制')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: '磁力链接' })).toHaveValue(linkOf(1))
  refuse.mockRestore()
  await user.click(dialog.getByRole('button', { name: '再试一次' }))
  await expectToast('复制成功！')
  expect(await navigator.clipboard.readText()).toBe(linkOf(1))
})

it('copies on plain http through a selected field', async () => {
  serveMagnets(3)
  const { user } = renderApp(ADDRESS)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  let selected = ''
  document.execCommand = vi.fn(() => {
    selected = (document.activeElement as HTMLTextAreaElement).value
    return true
  })
  await copy(user, 1)
  await expectToast('复制成功！')
  expect(selected).toBe(linkOf(1))
})

it('says that there is nothing to copy', async () => {
  serveMagnets(3)
  server.use(
    http.post(`${API}/dht/copy`, () =>
      HttpResponse.json({
        code: 200,
        msg: '',
        data: { id: '1', infoHash: '', magnet: '', used: 1, limit: 3, remaining: 2 },
      }),
    ),
  )
  const { user } = renderApp(ADDRESS)
  await copy(user, 1)
  expect(await screen.findByText('复制内容为空！')).toBeVisible()
})

it('says what else goes wrong', async () => {
  serveMagnets(3)
  server.use(http.post(`${API}/dht/copy`, () => failure(404, 404, '没有', { error: 'not_found' })))
  const { user } = renderApp(ADDRESS)
  await copy(user, 1)
  expect(await screen.findByText('访问资源不存在')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('copies as many of all links as a visitor may, says so before, and how many it were after', async () => {
  serveMagnets(3)
  const { user } = renderApp(ADDRESS)
  await user.click(await screen.findByRole('button', { name: '全部复制' }))
  const dialog = within(await screen.findByRole('dialog', { name: '全部复制' }))
  expect(dialog.getByText(/今日还可复制 3 次，因此只复制其中 3 条，将使用今日 3 次/)).toBeVisible()
  expect(copies()).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: '复制' }))
  await expectToast('已复制 3 条链接，其余 2 条未复制')
  expect((await navigator.clipboard.readText()).split('\n')).toEqual([1, 2, 3].map(linkOf))
  expect(copies()).toHaveLength(3)
  expect(screen.queryByRole('dialog')).toBeNull()
  // The revealed ones are free from now on.
  await user.click(screen.getByRole('button', { name: '全部复制' }))
  expect(await screen.findByText(/今日还可复制 0 次，因此只复制其中 3 条/)).toBeVisible()
})

it('asks for a login when a visitor has no copies left for any link', async () => {
  serveMagnets(3)
  saveCopyCount(3, 0)
  const { user } = renderApp(ADDRESS)
  await user.click(await screen.findByRole('button', { name: '全部复制' }))
  expect(await screen.findByText('需要登陆账号才可以使用该功能！')).toBeVisible()
  expect(copies()).toHaveLength(0)
})

it('copies all links of a VIP at once, without a question', async () => {
  logIn(2)
  serveMagnets(null)
  const { user } = renderApp(ADDRESS)
  await screen.findByText('VIP 不限次数')
  await user.click(screen.getByRole('button', { name: '全部复制' }))
  await expectToast('已复制 5 条链接')
  expect((await navigator.clipboard.readText()).split('\n')).toEqual([1, 2, 3, 4, 5].map(linkOf))
})

it('opens a revealed link in a client, and no other', async () => {
  serveMagnets(3)
  const { user } = renderApp(ADDRESS)
  await row(1)
  expect(screen.queryByRole('link', { name: /^打开 / })).toBeNull()
  await copy(user, 1)
  expect(await screen.findByRole('link', { name: '打开 ABCD-1 高清' })).toHaveAttribute('href', linkOf(1))
})

it('sorts by size or date, and shows what the names say', async () => {
  const rows = [
    makeMagnet(1, { length: 2e9, createTime: '2026-01-01 00:00:00', marks: ['subtitle', '4k'] }),
    makeMagnet(2, { length: 1e9, createTime: '2026-02-01 00:00:00', marks: ['lossless'] }),
  ]
  server.use(
    http.get(`${API}/works/detail/:id`, () => HttpResponse.json(makeDetail(makeWork(1)))),
    http.get(`${API}/dht/list`, () => HttpResponse.json({ code: 200, msg: '', rows, total: 2 })),
  )
  const { user } = renderApp(ADDRESS)
  const first = await row(1)
  expect(first.getByText('字幕')).toBeVisible()
  expect(first.getByText('4K')).toBeVisible()
  expect(first.queryByText('无损')).toBeNull()
  expect((await row(2)).getByText('无损')).toBeVisible()
  const names = () => screen.getAllByText(/^ABCD-\d 高清$/).map(({ textContent }) => textContent)
  expect(names()).toEqual(['ABCD-1 高清', 'ABCD-2 高清'])
  await user.click(screen.getByRole('radio', { name: '按日期' }))
  expect(names()).toEqual(['ABCD-2 高清', 'ABCD-1 高清'])
})
