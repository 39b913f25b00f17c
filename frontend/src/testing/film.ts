import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, vi } from 'vitest'
import type { ReportForm } from '@/entities/report/api.ts'
import { startSession } from '@/shared/api/session.ts'
import type { Work } from '@/shared/api/types.ts'
import { makeDetail, makeUserInfo, makeWork } from './factories.ts'
import { engine } from './film-engine.ts'
import { renderApp } from './render-app.tsx'
import { API, server } from './server.ts'

export const FILM = makeWork(1, { isOnline: 1 })
const LATE = '2099-01-01 00:00:00'
/** In seconds. */
export const DURATION = 60

/** How many addresses of streams were given, the film's second source, when the addresses expire, and what was reported. */
export const given = {
  addresses: 0,
  fallbackUrl: undefined as string | undefined,
  expires: LATE,
  reports: [] as ReportForm[],
}

/** Before each test: the element plays nothing in jsdom. */
export function resetFilm() {
  Object.assign(engine, { sources: [], starts: [], destroyed: 0 })
  Object.assign(given, { addresses: 0, fallbackUrl: undefined, expires: LATE, reports: [] })
  Object.defineProperty(HTMLMediaElement.prototype, 'buffered', { value: { length: 0 }, configurable: true })
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {})
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { value: true, configurable: true })
    this.dispatchEvent(new Event('pause'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    Object.defineProperty(this, 'paused', { value: false, configurable: true })
    this.dispatchEvent(new Event('play'))
  })
}

/** The server has the film, for VIP. */
export function serveFilm(work: Work = FILM) {
  server.use(
    http.get(`${API}/works/detail/${work.id}`, () => HttpResponse.json(makeDetail(work))),
    http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo())),
    http.get(`${API}/video/censored/${work.id}`, () => {
      const m3u8Url = `/hls/token/${++given.addresses}/${work.id}/index.m3u8`
      const { fallbackUrl, expires } = given
      return HttpResponse.json({ code: 200, msg: '', data: { m3u8Url, fallbackUrl, expires } })
    }),
    http.post(`${API}/report`, async ({ request }) => {
      given.reports.push((await request.json()) as ReportForm)
      return HttpResponse.json({ code: 200, msg: '' })
    }),
  )
}

/** A member opens the player, which plays through the engine. */
export async function openFilm() {
  const opened = await openPlayer()
  await waitFor(() => expect(engine.sources).toHaveLength(1))
  return opened
}

/** A member opens the player. */
export async function openPlayer() {
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  const { user, ...rest } = renderApp(`/censored/${FILM.id}`)
  await user.click(await screen.findByRole('button', { name: '在线观看' }))
  const player = await screen.findByRole('region', { name: 'ABCD-1 播放器' })
  const video = player.querySelector('video') as HTMLVideoElement
  // jsdom loads nothing: the film is there by decree.
  Object.defineProperty(video, 'duration', { value: DURATION, configurable: true })
  Object.defineProperty(video, 'readyState', { value: 4, configurable: true })
  fireEvent.durationChange(video)
  return { user, player, video, inside: within(player), ...rest }
}

export function goTo(video: HTMLVideoElement, seconds: number) {
  video.currentTime = seconds
  fireEvent.timeUpdate(video)
}

/** The film plays on for some seconds. */
export function playOn(video: HTMLVideoElement, seconds: number) {
  fireEvent.timeUpdate(video)
  goTo(video, video.currentTime + seconds)
}

/** The visitor goes to another place in the film. */
export function seekTo(video: HTMLVideoElement, seconds: number) {
  video.currentTime = seconds
  fireEvent.seeking(video)
  fireEvent.timeUpdate(video)
}
