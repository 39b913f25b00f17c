import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startSession } from '@/shared/api/session.ts'
import { makeWork } from '@/testing/factories.ts'
import { FILM, resetFilm, serveFilm } from '@/testing/film.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'

vi.mock('hls.js', () => import('@/testing/film-engine.ts'))
beforeEach(resetFilm)

describe('who may watch', () => {
  it('asks visitors to log in', async () => {
    serveFilm()
    const { user } = renderApp(`/censored/${FILM.id}`)
    await user.click(await screen.findByRole('button', { name: '在线观看' }))
    expect(await screen.findByRole('dialog', { name: '登录提示' })).toBeVisible()
    expect(requests.filter(({ url }) => url.includes('/video/'))).toEqual([])
  })

  it('leads members without VIP to it', async () => {
    serveFilm()
    startSession({ accessToken: 'access', refreshToken: 'refresh' })
    server.use(
      http.get(`${API}/video/censored/:id`, () => failure(403, 402, '开通VIP后可在线观看', { error: 'vip_required' })),
      http.get(`${API}/app/vip/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
    )
    const { user, router } = renderApp(`/censored/${FILM.id}`)
    await user.click(await screen.findByRole('button', { name: '在线观看' }))
    const prompt = within(await screen.findByRole('dialog', { name: '开通VIP' }))
    await user.click(prompt.getByRole('button', { name: '开通VIP' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/pay'))
  })

  it('says what the server says and keeps the cover', async () => {
    serveFilm()
    startSession({ accessToken: 'access', refreshToken: 'refresh' })
    server.use(http.get(`${API}/video/censored/:id`, () => failure(409, 402, '影片正在转码，请稍后再试')))
    const { user } = renderApp(`/censored/${FILM.id}`)
    await user.click(await screen.findByRole('button', { name: '在线观看' }))
    expect(await screen.findByText('影片正在转码，请稍后再试')).toBeVisible()
    expect(await screen.findByRole('button', { name: '在线观看' })).toBeVisible()
  })

  it('has no button but a notice where a work is not online', async () => {
    serveFilm(makeWork(1, { isOnline: 0 }))
    const { user, router } = renderApp(`/censored/${FILM.id}`)
    expect(await screen.findByText('该影片不支持在线观看，请使用磁力下载')).toBeVisible()
    expect(screen.queryByRole('button', { name: '在线观看' })).toBeNull()
    server.use(http.get(`${API}/dht/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })))
    await user.click(screen.getByRole('button', { name: '去下载' }))
    expect(router.state.location.search).toBe('?tab=magnet')
  })

  it('says that a work is being transcoded', async () => {
    serveFilm(makeWork(1, { isOnline: 2 }))
    renderApp(`/censored/${FILM.id}`)
    expect(await screen.findByText('影片正在转码，请稍后再试')).toBeVisible()
  })
})
