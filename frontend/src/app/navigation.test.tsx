import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { startSession } from '@/shared/api/session.ts'
import { makeUserInfo } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, listQueries, server } from '@/testing/server.ts'

function scrolled(offset: number) {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: offset })
  window.dispatchEvent(new Event('scroll'))
}

const tab = (name: string) => within(screen.getByRole('navigation', { name: '主导航' })).getByRole('link', { name })

it('goes to the top with the tab one is on, and asks anew there', async () => {
  const { user, router } = renderApp('/censored')
  await screen.findAllByRole('article')
  const asked = listQueries().length
  scrolled(2000)
  vi.mocked(window.scrollTo).mockClear()
  await user.click(tab('有码'))
  expect(window.scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }))
  expect(listQueries()).toHaveLength(asked)
  scrolled(0)
  await user.click(tab('有码'))
  await waitFor(() => expect(listQueries().length).toBeGreaterThan(asked))
  expect(router.state.location.pathname).toBe('/censored')
})

it('leads with a tab from its other pages to its first one', async () => {
  const { user, router } = renderApp('/top')
  await screen.findAllByRole('article')
  await user.click(tab('有码'))
  expect(router.state.location.pathname).toBe('/censored')
})

it('offers the way back to the top once one is far down', async () => {
  const { user } = renderApp('/censored')
  await screen.findAllByRole('article')
  scrolled(100)
  expect(screen.queryByRole('button', { name: '返回顶部' })).toBeNull()
  scrolled(window.innerHeight * 3)
  await user.click(await screen.findByRole('button', { name: '返回顶部' }))
  expect(window.scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }))
  scrolled(0)
  await waitFor(() => expect(screen.queryByRole('button', { name: '返回顶部' })).toBeNull())
})

it('shows the way to log in at the head of the page, and then who is logged in', async () => {
  server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo())))
  renderApp('/censored')
  const head = within(screen.getByRole('banner'))
  expect(head.getByRole('link', { name: '登录' })).toHaveAttribute('href', '/login')
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  expect(await head.findByRole('link', { name: 'lin_xia 我的' })).toHaveAttribute('href', '/user')
  expect(head.queryByRole('link', { name: '登录' })).toBeNull()
})

it.each(['/index', '/search/abc', '/user'])('names no channel on %s, which belongs to none', async (address) => {
  renderApp(address)
  await screen.findByRole('main')
  expect(screen.queryByRole('navigation', { name: /频道$/ })).toBeNull()
})

it('has the same menu on every page', async () => {
  const { user } = renderApp('/censored')
  await user.click(screen.getByRole('button', { name: '打开菜单' }))
  const menu = within(screen.getByRole('dialog', { name: '菜单' }))
  expect(menu.getAllByText('菜单')).toHaveLength(1)
  const groups = menu.getAllByRole('group').map((group) => group.querySelector('summary')?.textContent)
  expect(groups.filter(Boolean)).toEqual(['有码', '无码', '欧美'])
  expect(menu.getByRole('link', { name: '首页' })).toHaveAttribute('href', '/index')
})
