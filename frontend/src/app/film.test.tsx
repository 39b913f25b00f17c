import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { HlsConfig, LoadPolicy } from 'hls.js'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startSession } from '@/shared/api/session.ts'
import type { Work } from '@/shared/api/types.ts'
import { makeDetail, makeUserInfo, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '../testing/toasts.ts'

/** Stands for the engine, which jsdom cannot run: notes what it is given, and fails on demand. */
const engine = vi.hoisted(() => ({
  sources: [] as string[],
  starts: [] as number[],
  destroyed: 0,
  policy: null as LoadPolicy | null,
  fail: (_type: string, _details?: string) => {},
  audioTrack: 0,
  audioTracks: [] as { name: string; lang?: string }[],
  nextLevel: -1,
  levels: [] as { width: number; height: number; bitrate: number }[],
  tell: (_event: string, _data?: object) => {},
  log: (_text: string) => {},
}))
vi.mock('hls.js', () => ({
  default: class {
    static Events = {
      ERROR: 'error',
      AUDIO_TRACKS_UPDATED: 'sounds',
      AUDIO_TRACK_SWITCHING: 'sound',
      MANIFEST_LOADED: 'loaded',
      MANIFEST_PARSED: 'parsed',
    }
    static ErrorTypes = { MEDIA_ERROR: 'media', NETWORK_ERROR: 'network' }
    static isSupported = () => true
    #listeners = new Map<string, (event: string, data: object) => void>()
    constructor({ startPosition, fragLoadPolicy, debug }: Partial<HlsConfig>) {
      engine.starts.push(startPosition ?? -1)
      if (typeof debug === 'object') engine.log = debug.log
      engine.policy = fragLoadPolicy ?? null
    }
    on(event: string, listener: (event: string, data: { fatal: boolean; type: string; details: string }) => void) {
      if (event === 'error') engine.fail = (type, details = '') => listener(event, { fatal: true, type, details })
      this.#listeners.set(event, listener as (event: string, data: object) => void)
      engine.tell = (told, data = {}) => this.#listeners.get(told)?.(told, data)
    }
    get levels() {
      return engine.levels
    }
    set nextLevel(index: number) {
      engine.nextLevel = index
    }
    get audioTracks() {
      return engine.audioTracks
    }
    get audioTrack() {
      return engine.audioTrack
    }
    set audioTrack(index: number) {
      engine.audioTrack = index
      engine.tell('sound')
    }
    loadSource(address: string) {
      engine.sources.push(address)
    }
    attachMedia() {}
    recoverMediaError() {}
    destroy() {
      engine.destroyed++
    }
  },
}))

const WORK = makeWork(1, { isOnline: 1 })
const DURATION = 60
let addresses = 0

beforeEach(() => {
  Object.assign(engine, { sources: [], starts: [], destroyed: 0 })
  addresses = 0
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
})

function serve(work: Work = WORK) {
  server.use(
    http.get(`${API}/works/detail/${work.id}`, () => HttpResponse.json(makeDetail(work))),
    http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo())),
    http.get(`${API}/video/censored/${work.id}`, () => {
      const m3u8Url = `/hls/token/${++addresses}/${work.id}/index.m3u8`
      return HttpResponse.json({ code: 200, msg: '', data: { m3u8Url, expires: '2099-01-01 00:00:00' } })
    }),
  )
}

async function open() {
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  const { user, ...rest } = renderApp(`/censored/${WORK.id}`)
  await user.click(await screen.findByRole('button', { name: '在线观看' }))
  const player = await screen.findByRole('region', { name: 'ABCD-1 播放器' })
  const video = player.querySelector('video') as HTMLVideoElement
  // jsdom loads nothing: the film is there by decree.
  Object.defineProperty(video, 'duration', { value: DURATION, configurable: true })
  Object.defineProperty(video, 'readyState', { value: 4, configurable: true })
  fireEvent.durationChange(video)
  await waitFor(() => expect(engine.sources).toHaveLength(1))
  return { user, player, video, inside: within(player), ...rest }
}

function goTo(video: HTMLVideoElement, seconds: number) {
  video.currentTime = seconds
  fireEvent.timeUpdate(video)
}

describe('who may watch', () => {
  it('asks visitors to log in', async () => {
    serve()
    const { user } = renderApp(`/censored/${WORK.id}`)
    await user.click(await screen.findByRole('button', { name: '在线观看' }))
    expect(await screen.findByRole('dialog', { name: '登录提示' })).toBeVisible()
    expect(requests.filter(({ url }) => url.includes('/video/'))).toEqual([])
  })

  it('leads members without VIP to it', async () => {
    serve()
    startSession({ accessToken: 'access', refreshToken: 'refresh' })
    server.use(
      http.get(`${API}/video/censored/:id`, () => failure(403, 402, '开通VIP后可在线观看', { error: 'vip_required' })),
      http.get(`${API}/app/vip/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
    )
    const { user, router } = renderApp(`/censored/${WORK.id}`)
    await user.click(await screen.findByRole('button', { name: '在线观看' }))
    const prompt = within(await screen.findByRole('dialog', { name: '开通VIP' }))
    await user.click(prompt.getByRole('button', { name: '开通VIP' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/pay'))
  })

  it('says what the server says and keeps the cover', async () => {
    serve()
    startSession({ accessToken: 'access', refreshToken: 'refresh' })
    server.use(http.get(`${API}/video/censored/:id`, () => failure(409, 402, '影片正在转码，请稍后再试')))
    const { user } = renderApp(`/censored/${WORK.id}`)
    await user.click(await screen.findByRole('button', { name: '在线观看' }))
    expect(await screen.findByText('影片正在转码，请稍后再试')).toBeVisible()
    expect(await screen.findByRole('button', { name: '在线观看' })).toBeVisible()
  })

  it('has no button but a notice where a work is not online', async () => {
    serve(makeWork(1, { isOnline: 0 }))
    const { user, router } = renderApp(`/censored/${WORK.id}`)
    expect(await screen.findByText('该影片不支持在线观看，请使用磁力下载')).toBeVisible()
    expect(screen.queryByRole('button', { name: '在线观看' })).toBeNull()
    server.use(http.get(`${API}/dht/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })))
    await user.click(screen.getByRole('button', { name: '去下载' }))
    expect(router.state.location.search).toBe('?tab=magnet')
  })

  it('says that a work is being transcoded', async () => {
    serve(makeWork(1, { isOnline: 2 }))
    renderApp(`/censored/${WORK.id}`)
    expect(await screen.findByText('影片正在转码，请稍后再试')).toBeVisible()
  })
})

describe('the player', () => {
  it('takes the place of the cover, starts at volume 0.6 and the usual speed, and goes back', async () => {
    serve()
    const { user, video, inside } = await open()
    expect(engine.sources).toEqual([`/hls/token/1/${WORK.id}/index.m3u8`])
    expect(engine.starts).toEqual([0])
    expect([video.volume, video.muted, video.playbackRate]).toEqual([0.6, false, 1])
    expect(screen.queryByRole('img', { name: WORK.title })).toBeNull()
    await user.click(inside.getByRole('button', { name: '关闭播放器' }))
    expect(await screen.findByRole('img', { name: WORK.title })).toBeVisible()
    expect(engine.destroyed).toBe(1)
  })

  it('obeys the keys', async () => {
    serve()
    const { user, player, video } = await open()
    expect(player).toHaveFocus()
    const press = (key: string) => user.keyboard(key)
    await press('5')
    expect(video.currentTime).toBe(30)
    await press('{ArrowRight}')
    expect(video.currentTime).toBe(40)
    expect(screen.getByText('快进 10 秒')).toBeVisible()
    await press('{ArrowLeft}{ArrowLeft}')
    expect(video.currentTime).toBe(20)
    await press('{ArrowUp}')
    expect(video.volume).toBe(0.7)
    await press('m')
    expect(video.muted).toBe(true)
    await press(' ')
    expect(video.paused).toBe(true)
    await press('k')
    expect(video.paused).toBe(false)
    await press('?')
    expect(await screen.findByRole('dialog', { name: '操作说明' })).toBeVisible()
    expect(JSON.parse(localStorage.getItem('yingku.player') ?? '')).toEqual({ volume: 0.7, muted: true, rate: 1 })
  })

  it('leaves space to the button it is pressed on', async () => {
    serve()
    const { user, video, inside } = await open()
    act(() => inside.getByRole('button', { name: '静音' }).focus())
    await user.keyboard(' ')
    expect(video.muted).toBe(true)
    expect(video.paused).toBe(false)
  })

  it('hides its buttons when nobody moves, but not while keys are in use on one of them', async () => {
    serve()
    const { user, player, video, inside } = await open()
    fireEvent.playing(video)
    fireEvent.pointerLeave(player, { pointerType: 'mouse' })
    await waitFor(() => expect(player).toHaveAttribute('data-idle'))
    // What jsdom answers depends on the tests before; from here on keys alone move the focus.
    const { matches } = Element.prototype
    vi.spyOn(Element.prototype, 'matches').mockImplementation(function ask(this: Element, selector) {
      return selector === ':focus-visible' ? this === document.activeElement : matches.call(this, selector)
    })
    await user.tab()
    expect(inside.getByRole('button', { name: '关闭播放器' })).toHaveFocus()
    fireEvent.pointerLeave(player, { pointerType: 'mouse' })
    expect(player).not.toHaveAttribute('data-idle')
    await user.tab({ shift: true })
    fireEvent.pointerLeave(player, { pointerType: 'mouse' })
    expect(player).toHaveAttribute('data-idle')
  })

  it('keeps its buttons while the menu of speeds is open', async () => {
    serve()
    const { user, player, video, inside } = await open()
    fireEvent.playing(video)
    const opener = inside.getByRole('button', { name: '播放速度 1 倍' })
    await user.click(opener)
    fireEvent.pointerLeave(player, { pointerType: 'mouse' })
    expect(player).not.toHaveAttribute('data-idle')
    await user.click(opener)
    fireEvent.pointerLeave(player, { pointerType: 'mouse' })
    expect(player).toHaveAttribute('data-idle')
  })

  it('plays at four speeds, and remembers the last', async () => {
    serve()
    const { user, video, inside } = await open()
    await user.click(inside.getByRole('button', { name: '播放速度 1 倍' }))
    const choices = within(inside.getByRole('group', { name: '播放速度' })).getAllByRole('button')
    expect(choices.map((choice) => choice.textContent)).toEqual(['2×', '1.5×', '1×', '0.7×'])
    await user.click(choices[1] as HTMLElement)
    expect(video.playbackRate).toBe(1.5)
    expect(inside.queryByRole('group')).toBeNull()
    expect(JSON.parse(localStorage.getItem('yingku.player') ?? '')).toMatchObject({ rate: 1.5 })
  })

  it('shows where it is, and goes where the bar is moved', async () => {
    serve()
    const { video, inside } = await open()
    goTo(video, 12)
    const bar = inside.getByRole('slider', { name: '播放进度' })
    expect(bar).toHaveAttribute('aria-valuetext', '0:12，共 1:00')
    fireEvent.change(bar, { target: { value: '45' } })
    expect(video.currentTime).toBe(45)
  })

  it('goes forward by two taps at the right side, and further with more', async () => {
    serve()
    const { player, video } = await open()
    const surface = player.querySelector('.player-surface') as HTMLElement
    vi.spyOn(surface, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 100 } as DOMRect)
    // The tests' document has no pointers of its own.
    const tap = (x: number) => {
      for (const type of ['pointerdown', 'pointerup']) {
        const event = new MouseEvent(type, { bubbles: true, clientX: x, button: 0 })
        Object.defineProperty(event, 'pointerType', { value: 'touch' })
        fireEvent(surface, event)
      }
    }
    goTo(video, 20)
    tap(90)
    expect(video.currentTime).toBe(20)
    tap(90)
    expect(video.currentTime).toBe(30)
    tap(90)
    expect(video.currentTime).toBe(40)
    expect(screen.getByText('快进 20 秒')).toBeVisible()
  })

  it('plays at double speed while it is held', async () => {
    serve()
    const { player, video } = await open()
    const surface = player.querySelector('.player-surface') as HTMLElement
    vi.useFakeTimers()
    fireEvent(surface, new MouseEvent('pointerdown', { bubbles: true, button: 0 }))
    act(() => vi.advanceTimersByTime(499))
    expect(video.playbackRate).toBe(1)
    act(() => vi.advanceTimersByTime(1))
    expect(video.playbackRate).toBe(2)
    expect(screen.getByText('2 倍速播放中')).toBeVisible()
    fireEvent(surface, new MouseEvent('pointerup', { bubbles: true, button: 0 }))
    expect(video.playbackRate).toBe(1)
    expect(video.paused).toBe(false)
  })

  it('goes on where it was left, or from the beginning', async () => {
    serve()
    const first = await open()
    goTo(first.video, 33.4)
    await first.user.click(first.inside.getByRole('button', { name: '关闭播放器' }))
    await first.user.click(await screen.findByRole('button', { name: '在线观看 · 从 0:33 继续' }))
    await waitFor(() => expect(engine.starts).toEqual([0, 33]))
    await expectToast('已从 0:33 继续播放')
    const video = document.querySelector('video') as HTMLVideoElement
    Object.defineProperty(video, 'duration', { value: DURATION, configurable: true })
    video.currentTime = 33
    await first.user.click(screen.getByRole('button', { name: '从头播放' }))
    expect(video.currentTime).toBe(0)
    expect(screen.queryByText('已从 0:33 继续播放')).toBeNull()
  })

  it('asks once for a fresh address when the stream breaks off, then says so and tries again', async () => {
    serve()
    const { video, user } = await open()
    goTo(video, 25)
    act(() => engine.fail('network'))
    await waitFor(() => expect(engine.sources).toHaveLength(2))
    expect(engine.sources[1]).toBe(`/hls/token/2/${WORK.id}/index.m3u8`)
    expect(engine.starts[1]).toBe(25)
    act(() => engine.fail('network'))
    expect(await screen.findByText(/^影片加载失败/)).toBeVisible()
    expect(addresses).toBe(2)
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('region', { name: 'ABCD-1 播放器' })).toBeVisible()
    expect(addresses).toBe(3)
  })

  it('says at once that the browser cannot play a kind of picture or sound', async () => {
    serve()
    await open()
    act(() => engine.fail('media', 'manifestIncompatibleCodecsError'))
    expect(await screen.findByText(/^此浏览器不能播放/)).toBeVisible()
    expect(addresses).toBe(1)
  })

  it('says so of sound that is left out', async () => {
    serve()
    await open()
    act(() => engine.log('AAC audio found'))
    expect(screen.queryByText(/^此浏览器不能播放/)).toBeNull()
    act(() => engine.log('AC-3 audio found, not supported in this browser'))
    expect(await screen.findByText(/^此浏览器不能播放/)).toBeVisible()
  })

  it('says so of a picture that never comes', async () => {
    serve()
    const { video } = await open()
    const played = { length: 1, start: () => 0, end: () => 2 }
    for (const [name, value] of Object.entries({ readyState: 4, videoWidth: 0, played }))
      Object.defineProperty(video, name, { configurable: true, value })
    act(() => void video.dispatchEvent(new Event('timeupdate')))
    expect(await screen.findByText(/^此浏览器不能播放/)).toBeVisible()
  })

  it('lets the sound be chosen where there is more than one', async () => {
    serve()
    const { user } = await open()
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
    serve()
    const { user } = await open()
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
    serve()
    const { inside, player } = await open()
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
    serve()
    const { video } = await open()
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
    serve()
    await open()
    server.use(http.get(`${API}/video/censored/:id`, () => failure(403, 402, '不行', { error: 'vip_required' })))
    act(() => engine.fail('network'))
    expect(await screen.findByText('开通VIP后可在线观看')).toBeVisible()
    expect(await screen.findByRole('button', { name: '重试' })).toBeVisible()
  })

  it('recovers once from a broken piece by itself', async () => {
    serve()
    await open()
    act(() => engine.fail('media'))
    expect(engine.sources).toHaveLength(1)
    act(() => engine.fail('media'))
    await waitFor(() => expect(engine.sources).toHaveLength(2))
  })
})
