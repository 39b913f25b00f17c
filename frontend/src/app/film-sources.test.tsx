import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FILM, given, goTo, openFilm, openPlayer, playOn, resetFilm, seekTo, serveFilm } from '@/testing/film.ts'
import { engine } from '@/testing/film-engine.ts'
import { API, failure, server } from '@/testing/server.ts'

vi.mock('hls.js', () => import('@/testing/film-engine.ts'))
beforeEach(resetFilm)

const SECOND = 'https://films.example/1/index.m3u8'
const own = (time: number) => `/hls/token/${time}/${FILM.id}/index.m3u8`

/** A member plays a film that has two sources. */
async function openBoth() {
  given.fallbackUrl = SECOND
  serveFilm()
  return openFilm()
}

describe('a film with two sources', () => {
  it('goes on with the second when the first fails, where it was, and says so', async () => {
    const { video, inside } = await openBoth()
    goTo(video, 25)
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toEqual([own(1), SECOND]))
    expect(engine.starts).toEqual([0, 25])
    expect(engine.destroyed).toBe(1)
    expect(inside.getByText('线路 1 播放失败，已切换到线路 2')).toBeVisible()
    expect(video.paused).toBe(false)
    // Nothing was asked for again, so nothing was counted again.
    expect(given.addresses).toBe(1)
  })

  it('goes on with the second when this browser cannot play the first', async () => {
    await openBoth()
    act(() => engine.fail('media', 'manifestIncompatibleCodecsError'))
    await waitFor(() => expect(engine.sources).toEqual([own(1), SECOND]))
    expect(screen.queryByText(/^此浏览器不能播放/)).toBeNull()
  })

  it('tries the first one again after a broken piece before it changes', async () => {
    await openBoth()
    act(() => engine.fail('media'))
    expect(engine.sources).toEqual([own(1)])
    act(() => engine.fail('media'))
    await waitFor(() => expect(engine.sources).toEqual([own(1), SECOND]))
  })

  it('says that the film cannot be loaded when both fail, and tries again', async () => {
    const { video, user } = await openBoth()
    goTo(video, 25)
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toHaveLength(2))
    act(() => engine.fail('network'))
    expect(await screen.findByText(/^影片加载失败/)).toBeVisible()
    expect(given.addresses).toBe(1)
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(engine.sources).toEqual([own(1), SECOND, own(2)]))
  })

  it('reports the source that failed to operators, once', async () => {
    await openBoth()
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toHaveLength(2))
    act(() => engine.fail('network'))
    await screen.findByText(/^影片加载失败/)
    await waitFor(() => expect(given.reports).toHaveLength(1))
    expect(given.reports).toEqual([{ dataId: FILM.id, reason: 'playback', detail: '线路 1：无法连接或文件损坏' }])
  })

  it('reports nothing without a network', async () => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await openBoth()
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toHaveLength(2))
    // One report is sent at most: had the first failure been reported, this one would not be.
    network.mockReturnValue(true)
    act(() => engine.fail('network'))
    await waitFor(() => expect(given.reports).toHaveLength(1))
    expect(given.reports).toEqual([{ dataId: FILM.id, reason: 'playback', detail: '线路 2：无法连接或文件损坏' }])
  })

  it('says nothing when a report does not arrive', async () => {
    await openBoth()
    const sent = vi.fn()
    server.use(
      http.post(`${API}/report`, () => {
        sent()
        return failure(429, 402, '操作过于频繁，请稍后再试', { error: 'rate_limited' })
      }),
    )
    act(() => engine.fail('network'))
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
    act(() => engine.fail('network'))
    expect(await screen.findByText(/^影片加载失败/)).toBeVisible()
    expect(screen.queryByText(/操作过于频繁/)).toBeNull()
  })

  it('goes back to the first when the second fails later', async () => {
    const { video, inside } = await openBoth()
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toHaveLength(2))
    playOn(video, 40)
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toEqual([own(1), SECOND, own(1)]))
    expect(engine.starts).toEqual([0, 0, 40])
    expect(inside.getByText('线路 2 播放失败，已切换到线路 1')).toBeVisible()
  })

  it('goes back to the first wherever the second has played for a while', async () => {
    const { video } = await openBoth()
    seekTo(video, 55)
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toHaveLength(2))
    seekTo(video, 0)
    playOn(video, 20)
    seekTo(video, 5)
    playOn(video, 20)
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toEqual([own(1), SECOND, own(1)]))
  })

  it('ends when the second has hardly played, wherever that was', async () => {
    const { video } = await openBoth()
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toHaveLength(2))
    playOn(video, 10)
    seekTo(video, 50)
    playOn(video, 5)
    act(() => engine.fail('network'))
    expect(await screen.findByText(/^影片加载失败/)).toBeVisible()
    expect(engine.sources).toHaveLength(2)
  })

  it('asks for a fresh address of the first when that has expired, then changes', async () => {
    given.expires = '2020-01-01 00:00:00'
    await openBoth()
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toEqual([own(1), own(2)]))
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toEqual([own(1), own(2), SECOND]))
    expect(given.addresses).toBe(2)
  })

  it('lets the source be chosen, and each has its own qualities', async () => {
    const { video, user, inside } = await openBoth()
    engine.levels = [
      { width: 852, height: 480, bitrate: 900_000 },
      { width: 1280, height: 720, bitrate: 2_000_000 },
    ]
    act(() => engine.tell('parsed'))
    await user.click(inside.getByRole('button', { name: '线路、画质' }))
    const sources = () => within(inside.getByRole('group', { name: '线路' }))
    expect(
      sources()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['线路 1', '线路 2'])
    expect(sources().getByRole('button', { name: '线路 1' })).toHaveAttribute('aria-pressed', 'true')
    goTo(video, 12)
    await user.click(sources().getByRole('button', { name: '线路 2' }))
    await waitFor(() => expect(engine.sources).toEqual([own(1), SECOND]))
    expect(engine.starts[1]).toBe(12)
    expect(inside.queryByText(/播放失败/)).toBeNull()
    await user.click(inside.getByRole('button', { name: '线路' }))
    expect(inside.queryByRole('group', { name: '画质' })).toBeNull()
    expect(sources().getByRole('button', { name: '线路 2' })).toHaveAttribute('aria-pressed', 'true')
    // What is chosen plays on, and fails over as before.
    await user.click(sources().getByRole('button', { name: '线路 2' }))
    expect(engine.sources).toHaveLength(2)
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toEqual([own(1), SECOND, own(1)]))
    engine.levels = []
  })
})

describe('a film with two sources in a player of the browser itself', () => {
  afterEach(() => {
    Reflect.deleteProperty(HTMLVideoElement.prototype, 'webkitSupportsPresentationMode')
  })

  it('goes on with the second when the first fails, where it was', async () => {
    Object.assign(HTMLVideoElement.prototype, { webkitSupportsPresentationMode: () => true })
    vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
    server.use(http.get(own(1), () => new HttpResponse(null, { status: 404 })))
    given.fallbackUrl = SECOND
    serveFilm()
    const { video, inside } = await openPlayer()
    expect(video).toHaveAttribute('src', own(1))
    goTo(video, 25)
    fireEvent.error(video)
    await waitFor(() => expect(video).toHaveAttribute('src', SECOND))
    video.currentTime = 0
    fireEvent.loadedMetadata(video)
    expect(video.currentTime).toBe(25)
    expect(inside.getByText('线路 1 播放失败，已切换到线路 2')).toBeVisible()
    expect(engine.sources).toEqual([])
  })
})

describe('a film with one source', () => {
  it('has no source to choose', async () => {
    serveFilm()
    const { inside } = await openFilm()
    expect(inside.queryByRole('button', { name: /线路/ })).toBeNull()
  })
})
