import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DURATION, FILM, goTo, openFilm, resetFilm, serveFilm } from '@/testing/film.ts'
import { engine } from '@/testing/film-engine.ts'
import { expectToast } from '@/testing/toasts.ts'

vi.mock('hls.js', () => import('@/testing/film-engine.ts'))
beforeEach(resetFilm)

describe('the player', () => {
  it('takes the place of the cover, starts at volume 0.6 and the usual speed, and goes back', async () => {
    serveFilm()
    const { user, video, inside } = await openFilm()
    expect(engine.sources).toEqual([`/hls/token/1/${FILM.id}/index.m3u8`])
    expect(engine.starts).toEqual([0])
    expect([video.volume, video.muted, video.playbackRate]).toEqual([0.6, false, 1])
    expect(screen.queryByRole('img', { name: FILM.title })).toBeNull()
    await user.click(inside.getByRole('button', { name: '关闭播放器' }))
    expect(await screen.findByRole('img', { name: FILM.title })).toBeVisible()
    expect(engine.destroyed).toBe(1)
  })

  it('obeys the keys', async () => {
    serveFilm()
    const { user, player, video } = await openFilm()
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
    serveFilm()
    const { user, video, inside } = await openFilm()
    act(() => inside.getByRole('button', { name: '静音' }).focus())
    await user.keyboard(' ')
    expect(video.muted).toBe(true)
    expect(video.paused).toBe(false)
  })

  it('hides its buttons when nobody moves, but not while keys are in use on one of them', async () => {
    serveFilm()
    const { user, player, video, inside } = await openFilm()
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
    serveFilm()
    const { user, player, video, inside } = await openFilm()
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
    serveFilm()
    const { user, video, inside } = await openFilm()
    await user.click(inside.getByRole('button', { name: '播放速度 1 倍' }))
    const choices = within(inside.getByRole('group', { name: '播放速度' })).getAllByRole('button')
    expect(choices.map((choice) => choice.textContent)).toEqual(['2×', '1.5×', '1×', '0.7×'])
    await user.click(choices[1] as HTMLElement)
    expect(video.playbackRate).toBe(1.5)
    expect(inside.queryByRole('group')).toBeNull()
    expect(JSON.parse(localStorage.getItem('yingku.player') ?? '')).toMatchObject({ rate: 1.5 })
  })

  it('shows where it is, and goes where the bar is moved', async () => {
    serveFilm()
    const { video, inside } = await openFilm()
    goTo(video, 12)
    const bar = inside.getByRole('slider', { name: '播放进度' })
    expect(bar).toHaveAttribute('aria-valuetext', '0:12，共 1:00')
    fireEvent.change(bar, { target: { value: '45' } })
    expect(video.currentTime).toBe(45)
  })

  it('goes forward by two taps at the right side, and further with more', async () => {
    serveFilm()
    const { player, video } = await openFilm()
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
    serveFilm()
    const { player, video } = await openFilm()
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
    serveFilm()
    const first = await openFilm()
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
})
