import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeCollection, makeWork } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { serveShop } from '@/testing/shop.ts'

const work = makeWork(1)
const film = `/censored/${work.id}`

it.each([
  ['/user', '打开菜单', '菜单'],
  ['/user', '更多', '更多'],
  [film, '举报此作品', `举报 ${work.number}`],
  [film, '已收藏', '选择收藏夹'],
  ['/pay', '確認付款', '选择支付方式'],
  ['/sub', '没有激活码点我购买', '购买激活码'],
])('closes what is opened on %s by %s with Back, and stays on the page', async (address, opener, title) => {
  serveMember({ places: new Map([[work.id, [makeCollection(1).cateId]]]) })
  serveShop()
  const { user, router } = renderApp(address, { before: ['/message'] })
  await user.click(await screen.findByRole('button', { name: opener }))
  expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe(address)
})

it('opens the page of a menu in the place of the menu, so that Back leads to where it was opened', async () => {
  serveMember()
  const { user, router } = renderApp('/user')
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await user.click(await screen.findByRole('link', { name: '激活码兑换' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/sub'))
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/user')
  expect(screen.queryByRole('dialog')).toBeNull()
})
