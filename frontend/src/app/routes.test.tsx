import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '@/testing/render-app.tsx'
import { screenAt } from './keep-alive.tsx'

/** Every address of spec §2.3, with ids and keywords filled in. */
const ADDRESSES = `/ /index /censored /uncensored /western /top /top/uncensored /top/western
  /censored/7300000000000000001 /uncensored/7300000000000000001 /western/7300000000000000001
  /tags/1 /tags/index /tags/uncensored/1 /tags/western/1 /series/1 /maker/1 /maker/uncensored/1 /maker/western/1
  /label/1 /director/1 /item/1 /performer/1 /performer/uncensored/1 /search/abc /user /message /sub /login /register
  /pay /orders /UserLogin`.split(/\s+/)

it.each(ADDRESSES)('%s has a screen', (address) => {
  expect(screenAt(address)).toBeDefined()
})

it('shows a page for an unknown address with a way on', async () => {
  renderApp('/no/such/page')
  expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/index')
})

it.each(['/pay', '/orders'])('%s stands outside the layout', async (address) => {
  renderApp(address)
  expect(await screen.findByRole('link', { name: '返回首页' })).toBeVisible()
  expect(screen.queryByRole('banner')).toBeNull()
  expect(screen.queryByRole('navigation', { name: '主导航' })).toBeNull()
})

const MENUS = {
  '/censored':
    '/censored /tags/index /top /performer/index /maker/index /label/index /director/index /item/index /series/index',
  '/uncensored': '/uncensored /tags/uncensored/index /top/uncensored /performer/uncensored/index',
  '/western': '/western /tags/western/index /top/western',
}

it.each(Object.entries(MENUS))('the channel menu at %s has exactly its links', (address, links) => {
  renderApp(address)
  const menu = screen.getByRole('navigation', { name: /频道$/ })
  const hrefs = [...menu.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(new Set(hrefs)).toEqual(new Set(links.split(' ')))
  expect(menu.querySelector('[aria-current]')).toHaveAttribute('href', address)
})

it('has the tab bar’s four links', () => {
  renderApp('/censored')
  const bar = screen.getByRole('navigation', { name: '主导航' })
  const hrefs = [...bar.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(['/censored', '/uncensored', '/western', '/user'])
})

it('keeps theme and discreet mode on the device', async () => {
  const { user } = renderApp('/index')
  await user.click(screen.getByRole('button', { name: '打开菜单' }))
  await user.click(screen.getByRole('radio', { name: '浅色' }))
  await user.click(screen.getByRole('switch', { name: /低调模式/ }))
  expect(document.documentElement).toHaveAttribute('data-theme', 'light')
  expect(document.documentElement).toHaveClass('discreet')
  expect(document.title).toBe('目录')
  expect(JSON.parse(localStorage.getItem('yingku.preferences') ?? '')).toEqual({ theme: 'light', discreet: true })
  await user.click(screen.getByRole('radio', { name: '深色' }))
  await user.click(screen.getByRole('switch', { name: /低调模式/ }))
})
