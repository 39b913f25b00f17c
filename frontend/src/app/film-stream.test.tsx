import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FILM, given, goTo, openFilm, resetFilm, serveFilm } from '@/testing/film.ts'
import { engine } from '@/testing/film-engine.ts'
import { API, failure, server } from '@/testing/server.ts'

vi.mock('hls.js', () => import('@/testing/film-engine.ts'))
beforeEach(resetFilm)

describe('the stream', () => {
  it('asks once for a fresh address when the stream breaks off, then says so and tries again', async () => {
    serveFilm()
    const { video, user } = await openFilm()
    goTo(video, 25)
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toHaveLength(2))
    expect(engine.sources[1]).toBe(`/hls/token/2/${FILM.id}/index.m3u8`)
    expect(engine.starts[1]).toBe(25)
    act(() => engine.fail('network'))
    expect(await screen.findByText(/^影片加载失败/)).toBeVisible()
    await waitFor(() => expect(given.reports).toHaveLength(1))
    expect(given.addresses).toBe(2)
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('region', { name: 'ABCD-1 播放器' })).toBeVisible()
    expect(given.addresses).toBe(3)
  })

  it('says at once that the browser cannot play a kind of picture or sound', async () => {
    serveFilm()
    await openFilm()
    act(() => engine.fail('media', 'manifestIncompatibleCodecsError'))
    expect(await screen.findByText(/^此浏览器不能播放/)).toBeVisible()
    expect(given.addresses).toBe(1)
  })

  it('says so of sound that is left out', async () => {
    serveFilm()
    await openFilm()
    act(() => engine.log('AAC audio found'))
    expect(screen.queryByText(/^此浏览器不能播放/)).toBeNull()
    act(() => engine.log('AC-3 audio found, not supported in this browser'))
    expect(await screen.findByText(/^此浏览器不能播放/)).toBeVisible()
  })

  it('says so of a picture that never comes', async () => {
    serveFilm()
    const { video } = await openFilm()
    const played = { length: 1, start: () => 0, end: () => 2 }
    for (const [name, value] of Object.entries({ readyState: 4, videoWidth: 0, played }))
      Object.defineProperty(video, name, { configurable: true, value })
    act(() => void video.dispatchEvent(new Event('timeupdate')))
    expect(await screen.findByText(/^此浏览器不能播放/)).toBeVisible()
  })

  it('lets the sound be chosen where there is more than one', async () => {
    serveFilm()
    const { user } = await openFilm()
    expect(screen.queryByRole('button', { name: '字幕和音轨' })).toBeNull()
    Object.assign(engine, { audioTracks: [{ name: 'a', lang: 'zh' }, { name: '解说' }], audioTrack: 0 })
    act(() => engine.tell('sounds'))
    const opener = screen.getByRole('button', { name: '字幕和音轨' })
    await user.click(opener)
    const sounds = () => within(screen.getByRole('group', { name: '音轨' }))
    expect(sounds().getByRole('button', { name: '中文' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(sounds().getByRole('button', { name: '解说' }))
    expect(engine.audioTrack).toBe(1)
    expect(opener).toHaveAttribute('aria-expanded', 'false')
    await user.click(opener)
    expect(sounds().getByRole('button', { name: '解说' })).toHaveAttribute('aria-pressed', 'true')
    Object.assign(engine, { audioTracks: [], audioTrack: 0 })
  })

  it('lets the quality be chosen, and chooses by itself at first', async () => {
    serveFilm()
    const { user } = await openFilm()
    engine.levels = [
      { width: 852, height: 480, bitrate: 900_000 },
      { width: 1280, height: 720, bitrate: 2_000_000 },
    ]
    act(() => engine.tell('parsed'))
    const opener = screen.getByRole('button', { name: '画质' })
    await user.click(opener)
    const qualities = () => within(screen.getByRole('group', { name: '画质' }))
    expect(
      qualities()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['自动', '720p', '480p'])
    expect(qualities().getByRole('button', { name: '自动' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(qualities().getByRole('button', { name: '480p' }))
    expect(engine.nextLevel).toBe(0)
    await user.click(opener)
    expect(qualities().getByRole('button', { name: '480p' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(qualities().getByRole('button', { name: '自动' }))
    expect(engine.nextLevel).toBe(-1)
    engine.levels = []
  })

  it('shows a picture of where the pointer is on the bar, and fetches them once somebody looks', async () => {
    serveFilm()
    const { inside, player } = await openFilm()
    const seek = '/hls/token/1/1/b1/seek/index.vtt'
    const cue = (second: number) =>
      `00:00:${second}.000 --> 00:00:${second + 20}.000\n0.jpg#xywh=${second * 8},0,160,90\n`
    let fetched = 0
    server.use(
      http.get(seek, () => {
        fetched++
        return HttpResponse.text(`WEBVTT\n\n${cue(10)}\n${cue(30)}`)
      }),
    )
    const sessionData = { 'com.yingku.thumbnails': { URI: 'b1/seek/index.vtt' } }
    act(() => engine.tell('loaded', { sessionData, url: '/hls/token/1/1/index.m3u8' }))
    const bar = inside.getByRole('slider', { name: '播放进度' })
    vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 622 } as DOMRect)
    // The tests' document has no pointers of its own.
    const point = (type: string, clientX: number) => {
      const event = new MouseEvent(type, { bubbles: true, clientX })
      Object.defineProperty(event, 'pointerType', { value: 'mouse' })
      fireEvent(bar, event)
    }
    expect(fetched).toBe(0)
    point('pointermove', 11 + 350)
    const preview = () => player.querySelector('.player-preview')
    await waitFor(() => expect(preview()).toHaveTextContent('0:35'))
    expect(preview()?.firstElementChild).toHaveStyle({ width: '160px', 'background-position': '-240px 0px' })
    point('pointermove', 11 + 200)
    expect(preview()).toHaveTextContent('0:20')
    expect(preview()?.firstElementChild).toHaveStyle({ 'background-position': '-80px 0px' })
    point('pointerout', 0)
    expect(preview()).toBeNull()
    expect(fetched).toBe(1)
  })

  it('waits seconds for a piece that fails, and a minute for one that is slow, and says so', async () => {
    serveFilm()
    const { video } = await openFilm()
    const { maxTimeToFirstByteMs, errorRetry, timeoutRetry } = engine.policy?.default ?? {}
    expect(2 * (errorRetry?.maxNumRetry ?? 99) * 1000).toBeLessThanOrEqual(15_000)
    expect((maxTimeToFirstByteMs ?? 0) * (1 + (timeoutRetry?.maxNumRetry ?? 0))).toBe(60_000)
    Object.defineProperty(video, 'readyState', { value: 1, configurable: true })
    fireEvent.waiting(video)
    expect(screen.queryByText('网络较慢，正在缓冲')).toBeNull()
    expect(await screen.findByText('网络较慢，正在缓冲')).toBeVisible()
    Object.defineProperty(video, 'readyState', { value: 4, configurable: true })
    fireEvent.canPlay(video)
    await waitFor(() => expect(screen.queryByText('网络较慢，正在缓冲')).toBeNull())
  })

  it('says so when there is no fresh address, and says why', async () => {
    serveFilm()
    await openFilm()
    server.use(http.get(`${API}/video/censored/:id`, () => failure(403, 402, '不行', { error: 'vip_required' })))
    act(() => engine.fail('network'))
    expect(await screen.findByText('开通VIP后可在线观看')).toBeVisible()
    expect(await screen.findByRole('button', { name: '重试' })).toBeVisible()
  })

  it('recovers once from a broken piece by itself', async () => {
    serveFilm()
    await openFilm()
    act(() => engine.fail('media'))
    expect(engine.sources).toHaveLength(1)
    act(() => engine.fail('media'))
    await waitFor(() => expect(engine.sources).toHaveLength(2))
  })
})
