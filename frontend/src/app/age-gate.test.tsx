import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { LEAVE_FALLBACK_MS } from '@/shared/config/constants.ts'
import { makeDetail, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, requests, server } from '@/testing/server.ts'

it.each(['/', '/index', '/censored/7300000000000000001', '/search/abc', '/nowhere'])(
  'asks at %s and fetches nothing before the choice',
  (address) => {
    renderApp(address, { confirmed: false })
    expect(screen.getByRole('heading', { name: '年龄确认' })).toBeVisible()
    expect(document.querySelector('img, video')).toBeNull()
    expect(requests).toEqual([])
  },
)

it('enters the home page from the root address, in place of it', async () => {
  const { router, user } = renderApp('/', { confirmed: false, before: ['/before'] })
  await user.click(screen.getByRole('button', { name: '我已成年，进入' }))
  expect(await screen.findByRole('heading', { name: '首页' })).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/index')
  expect(router.state.historyAction).toBe('REPLACE')
})

it('enters the page of a deep link with its query', async () => {
  const work = makeWork(1)
  server.use(http.get(`${API}/works/detail/:id`, () => HttpResponse.json(makeDetail(work))))
  const { router, user } = renderApp(`/censored/${work.id}?tab=stills`, { confirmed: false })
  await user.click(screen.getByRole('button', { name: '我已成年，进入' }))
  expect(await screen.findByText('無劇照')).toBeVisible()
  expect(router.state.location.search).toBe('?tab=stills')
})

it('remembers the choice for 30 days', async () => {
  localStorage.setItem('yingku.ageConfirmedAt', String(Date.now() - 31 * 24 * 3600 * 1000))
  renderApp('/index', { confirmed: false })
  expect(screen.getByRole('heading', { name: '年龄确认' })).toBeVisible()
})

it('knows the choice by its cookie where the browser blocks storage, and no longer when it was taken back', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Site data is blocked.', 'SecurityError')
  })
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in jsdom
  document.cookie = 'age=1; path=/'
  const { user } = renderApp('/index', { confirmed: false })
  await user.click(await screen.findByRole('button', { name: '打开菜单' }))
  await user.click(screen.getByRole('button', { name: '撤回年龄确认' }))
  expect(screen.getByRole('heading', { name: '年龄确认' })).toBeVisible()
  expect(document.cookie).not.toContain('age=1')
  vi.restoreAllMocks()
})

it('does not take the cookie for the choice where there is storage', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in jsdom
  document.cookie = 'age=1; path=/'
  renderApp('/index', { confirmed: false })
  expect(screen.getByRole('heading', { name: '年龄确认' })).toBeVisible()
})

it('goes one step back on leaving, and shows a neutral page when it is still here', () => {
  vi.useFakeTimers()
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
  renderApp('/index', { confirmed: false })
  act(() => screen.getByRole('button', { name: '离开' }).click())
  expect(back).toHaveBeenCalledOnce()
  act(() => vi.advanceTimersByTime(LEAVE_FALLBACK_MS - 1))
  expect(screen.queryByRole('heading', { name: '已离开' })).toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByRole('heading', { name: '已离开' })).toBeVisible()
  expect(document.title).not.toContain('映库')
  act(() => screen.getByRole('button', { name: '返回' }).click())
})

/** The presses that follow come at one moment, however slow the machine is. */
const stopTheClock = () => vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1000)

it('leaves at once on two quick presses of Escape', async () => {
  renderApp('/index')
  await screen.findByRole('heading', { name: '首页' })
  stopTheClock()
  await userEvent.keyboard('{Escape}{Escape}')
  expect(screen.getByRole('heading', { name: '已离开' })).toBeVisible()
  act(() => screen.getByRole('button', { name: '返回' }).click())
})

it('leaves full screen with the first press of Escape, which the page does not see, and the site with the second', async () => {
  renderApp('/index')
  await screen.findByRole('heading', { name: '首页' })
  stopTheClock()
  document.dispatchEvent(new Event('fullscreenchange'))
  expect(screen.queryByRole('heading', { name: '已离开' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('heading', { name: '已离开' })).toBeVisible()
  act(() => screen.getByRole('button', { name: '返回' }).click())
})

it('asks again after the choice was taken back in the menu', async () => {
  const { user } = renderApp('/index')
  await user.click(await screen.findByRole('button', { name: '打开菜单' }))
  await user.click(screen.getByRole('button', { name: '撤回年龄确认' }))
  expect(screen.getByRole('heading', { name: '年龄确认' })).toBeVisible()
})
