import type { ReactElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { LazyScreen } from '@/shared/lib/lazy-screen.tsx'
import { bringFirstScreen } from './keep-alive.tsx'
import { SCREENS } from './screens.tsx'

/** Watches the code of the screen at a path being loaded. */
function watch(path: string) {
  const element = SCREENS.find((screen) => screen.path === path)?.element as ReactElement<object, LazyScreen<object>>
  return vi.spyOn(element.type, 'bring')
}

beforeEach(() => {
  localStorage.setItem('yingku.ageConfirmedAt', String(Date.now()))
  window.dispatchEvent(new StorageEvent('storage', { key: 'yingku.ageConfirmedAt' }))
})

it.each([
  ['/', '/index'],
  ['/index', '/index'],
  ['/search/abc', '/search/:keyword'],
])('brings the code of the screen at %s', async (address, path) => {
  const bring = watch(path).mockResolvedValue(true)
  await bringFirstScreen(address)
  expect(bring).toHaveBeenCalledOnce()
  bring.mockRestore()
})

it('waits no longer than React shows a spinner, and for nothing where there is no screen', async () => {
  vi.useFakeTimers()
  const bring = watch('/index').mockReturnValue(new Promise(() => undefined))
  const brought = vi.fn()
  void bringFirstScreen('/index').then(brought)
  await vi.advanceTimersByTimeAsync(290)
  expect(brought).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  expect(brought).toHaveBeenCalled()
  await bringFirstScreen('/nowhere')
  bring.mockRestore()
  vi.useRealTimers()
})

it('waits longer while the covers that the server drew are shown', async () => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div class="prerendered"></div>'
  const sight = document.querySelector('.prerendered') as HTMLElement
  sight.checkVisibility = () => true
  const bring = watch('/index').mockReturnValue(new Promise(() => undefined))
  const brought = vi.fn()
  void bringFirstScreen('/index').then(brought)
  await vi.advanceTimersByTimeAsync(7900)
  expect(brought).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(brought).toHaveBeenCalled()
  bring.mockRestore()
  document.body.innerHTML = ''
  vi.useRealTimers()
})

it('brings nothing before the age question is answered', async () => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'yingku.ageConfirmedAt' }))
  const bring = watch('/index')
  await bringFirstScreen('/index')
  expect(bring).not.toHaveBeenCalled()
  bring.mockRestore()
})
