import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { makeDetail, makeUserInfo, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, server } from '@/testing/server.ts'
import { serveShop } from '@/testing/shop.ts'

/** A member who logs in with her password. */
function serveLogin() {
  const tokens = { accessToken: 'access', refreshToken: 'refresh' }
  server.use(
    http.get(`${API}/user/captcha`, () => HttpResponse.json({ code: 200, msg: '', captchaOnOff: false })),
    http.post(`${API}/user/login`, () => HttpResponse.json({ code: 200, msg: '', data: tokens, ...tokens })),
    http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo())),
    http.get(`${API}/user/collect/cate/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
    http.get(`${API}/user/collect/detail/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
  )
}

async function logIn({ user, router }: ReturnType<typeof renderApp>) {
  await user.click(await screen.findByRole('button', { name: /^去登[录陆]$/ }))
  await user.type(await screen.findByLabelText('用户名'), 'lin_xia')
  await user.type(screen.getByLabelText('密码'), 'a-long-password')
  await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull())
  await user.click(screen.getByRole('button', { name: /^登[录陆]$/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/user'))
}

it('offers the film one came from after a login that the player asked for', async () => {
  const work = makeWork(1, { isOnline: 1 })
  serveLogin()
  server.use(http.get(`${API}/works/detail/${work.id}`, () => HttpResponse.json(makeDetail(work))))
  const app = renderApp(`/censored/${work.id}`)
  await app.user.click(await screen.findByRole('button', { name: '在线观看' }))
  await logIn(app)
  await app.user.click(await screen.findByRole('link', { name: '返回影片' }))
  expect(app.router.state.location.pathname).toBe(`/censored/${work.id}`)
})

it('offers the plan one was about to pay after the login', async () => {
  serveLogin()
  serveShop()
  const app = renderApp('/pay')
  const plans = await screen.findAllByRole('radio')
  await app.user.click(plans[1] as HTMLElement)
  await app.user.click(screen.getByRole('button', { name: /付款/ }))
  await logIn(app)
  await app.user.click(await screen.findByRole('link', { name: '继续购买' }))
  expect(app.router.state.location.pathname).toBe('/pay')
  await waitFor(async () => expect((await screen.findAllByRole('radio'))[1]).toBeChecked())
})

it('offers nothing to whoever came from elsewhere', async () => {
  renderApp('/user')
  expect(await screen.findByRole('heading', { level: 1, name: '我的' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: '返回影片' })).toBeNull()
})
