import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnDownload } from '@/shared/api/types.ts'
import { hashOf, makeDownload, serveDownloads } from '@/testing/downloads.ts'
import { makeDetail, makeMagnet, makeWork } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const asked = () => requests.filter(({ url }) => url.endsWith('/file/download'))
const TAB = `/censored/${makeWork(1).id}?tab=magnet`

/** The page of a work with two open links, which can be watched here or not. */
function serveLinks(isOnline: 0 | 1 = 0) {
  const rows = [1, 2].map((index) => makeMagnet(index, { locked: false, infoHash: hashOf(index) }))
  server.use(
    http.get(`${API}/works/detail/:id`, () => HttpResponse.json(makeDetail({ ...makeWork(1), isOnline }))),
    http.get(`${API}/dht/list`, () => HttpResponse.json({ code: 200, msg: '', rows, total: 2 })),
  )
}

const row = async (index: number) => {
  const name = await screen.findByText(`ABCD-${index} 高清`)
  return within(name.closest('li') as HTMLElement)
}

beforeEach(() => {
  // jsdom has no such command.
  document.execCommand = vi.fn(() => false)
})

describe('asking for a download', () => {
  it('says first what it is, sends it when that is confirmed, and shows that it was asked', async () => {
    serveDownloads([])
    serveLinks()
    const { user } = renderApp(TAB)
    await user.click(await (await row(1)).findByRole('button', { name: '离线下载' }))
    const dialog = within(await screen.findByRole('dialog', { name: '申请离线下载' }))
    expect(dialog.getByText(/不会下载到你的设备/)).toBeVisible()
    expect(asked()).toEqual([])
    await user.click(dialog.getByRole('button', { name: '提交申请' }))
    await expectToast('离线下载申请已提交，由管理员处理')
    expect(await asked()[0]?.json()).toEqual({ censoredId: makeWork(1).id, url: expect.stringContaining(hashOf(1)) })
    expect(await (await row(1)).findByRole('link', { name: '已申请' })).toHaveAttribute('href', '/user/downloads')
    expect(screen.getByText('处理中')).toBeVisible()
    expect((await row(2)).getByRole('button', { name: '离线下载' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('sends nothing when the question is closed', async () => {
    serveDownloads([])
    serveLinks()
    const { user } = renderApp(TAB)
    await user.click(await (await row(1)).findByRole('button', { name: '离线下载' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked()).toEqual([])
  })

  it('that is refused says why, and leaves the question open', async () => {
    serveDownloads([])
    serveLinks()
    const full = () => failure(422, 402, '处理中的申请已达20个上限，请等待处理', { error: 'too_many_downloads' })
    server.use(http.post('*/prod-api/web/cloud/file/download', full))
    const { user } = renderApp(TAB)
    await user.click(await (await row(1)).findByRole('button', { name: '离线下载' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '提交申请' }))
    await expectToast('处理中的申请已达20个上限，请等待处理')
    expect(screen.getByRole('dialog', { name: '申请离线下载' })).toBeVisible()
  })

  it.each<[OwnDownload['status'], string, string]>([
    ['open', '已申请', '处理中'],
    ['refused', '已拒绝', '已拒绝'],
  ])('is remembered by the account: %s', async (status, link, badge) => {
    serveDownloads([makeDownload(1, { status, ...(status === 'refused' && { note: '链接没有人做种' }) })])
    serveLinks()
    renderApp(TAB)
    expect(await (await row(1)).findByRole('link', { name: link })).toBeVisible()
    const note = (await screen.findByText(/已申请离线下载/)).closest('p') as HTMLElement
    expect(note).toHaveTextContent(`${badge}2026-11-21 已申请离线下载`)
    expect(screen.queryByText('管理员：链接没有人做种') !== null).toBe(status === 'refused')
    expect(within(note).getByRole('link', { name: '我的申请' })).toHaveAttribute('href', '/user/downloads')
  })

  it('is not offered for what can be watched, and nothing is asked about it', async () => {
    serveDownloads([makeDownload(1, { status: 'done' })])
    serveLinks(1)
    renderApp(TAB)
    await row(1)
    expect(await screen.findByText(/VIP 不限次数/)).toBeVisible()
    expect(screen.queryByRole('button', { name: '离线下载' })).toBeNull()
    expect(requests.filter(({ url }) => url.includes('/user/downloads'))).toEqual([])
  })
})

describe('/user/downloads', () => {
  it('shows each request with its film, its days, what became of it and why', async () => {
    const refused = {
      status: 'refused' as const,
      note: '链接没有人做种',
      decideTime: '2026-11-22 09:00:00',
      unread: true,
    }
    serveDownloads([makeDownload(2, refused), makeDownload(1), makeDownload(3, { status: 'done' })])
    renderApp('/user/downloads')
    const list = within(await screen.findByRole('list', { name: '我的申请' }))
    const rows = list.getAllByRole('article')
    expect(rows.map((one) => within(one).getByText(/^(处理中|已完成|已拒绝)$/).textContent)).toEqual([
      '已拒绝',
      '处理中',
      '已完成',
    ])
    const first = within(rows[0] as HTMLElement)
    expect(first.getByRole('link')).toHaveAttribute('href', `/censored/${makeWork(2).id}`)
    for (const text of ['申请于 2026-11-21 08:00:00', '处理于 2026-11-22 09:00:00', '管理员：链接没有人做种']) {
      expect(first.getByText(text)).toBeVisible()
    }
    expect(screen.getByText('没有更多了')).toBeVisible()
  })

  it('loads further pages', async () => {
    serveDownloads(Array.from({ length: 14 }, (_, index) => makeDownload(index + 1)))
    const { user } = renderApp('/user/downloads')
    await user.click(await screen.findByRole('button', { name: '加载更多' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(14))
  })

  it('without requests says what they are', async () => {
    serveDownloads([])
    renderApp('/user/downloads')
    expect(await screen.findByText('还没有申请过离线下载')).toBeVisible()
  })

  it('that does not come can be asked for again', async () => {
    serveMember()
    server.use(http.get(`${API}/user/downloads`, () => failure(404, 404, '没有'), { once: true }))
    const { user } = renderApp('/user/downloads')
    await user.click(await screen.findByRole('button', { name: /重试/ }))
    expect(await screen.findByText('还没有申请过离线下载')).toBeVisible()
  })

  it('asks a visitor to log in, and nothing of the server', async () => {
    renderApp('/user/downloads')
    expect(await screen.findByRole('link', { name: '去登录' })).toHaveAttribute('href', '/login')
    expect(requests.filter(({ url }) => url.includes('/user/'))).toEqual([])
  })
})

it('tells of a decision on the way to the list, until the list is opened', async () => {
  serveDownloads([makeDownload(1, { status: 'done', unread: true })])
  const { user } = renderApp('/user')
  await user.click(await screen.findByRole('button', { name: '更多1个申请有结果' }))
  const menu = within(screen.getByRole('dialog', { name: '更多' }))
  await user.click(menu.getByRole('link', { name: '离线下载1 个有结果' }))
  expect(await screen.findByText('已完成')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '返回' }))
  expect(await screen.findByRole('button', { name: '更多' })).toBeVisible()
})
