import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { makeDetail, makeUserInfo, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, server } from '@/testing/server.ts'

it('offers the film one came from after a login that the player asked for', async () => {
  const work = makeWork(1, { isOnline: 1 })
  const tokens = { accessToken: 'access', refreshToken: 'refresh' }
  server.use(
    http.get(`${API}/works/detail/${work.id}`, () => HttpResponse.json(makeDetail(work))),
    http.get(`${API}/user/captcha`, () => HttpResponse.json({ code: 200, msg: '', captchaOnOff: false })),
    http.post(`${API}/user/login`, () => HttpResponse.json({ code: 200, msg: '', data: tokens, ...tokens })),
    http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo())),
    http.get(`${API}/user/collect/cate/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
    http.get(`${API}/user/collect/detail/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
  )
  const { user, router } = renderApp(`/censored/${work.id}`)
  await user.click(await screen.findByRole('button', { name: '在线观看' }))
  await user.click(await screen.findByRole('button', { name: /^去登[录陆]$/ }))
  await user.type(await screen.findByLabelText('用户名'), 'lin_xia')
  await user.type(screen.getByLabelText('密码'), 'a-long-password')
  await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull())
  await user.click(screen.getByRole('button', { name: /^登[录陆]$/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/user'))
  await user.click(await screen.findByRole('link', { name: '返回影片' }))
  expect(router.state.location.pathname).toBe(`/censored/${work.id}`)
})

it('offers nothing to whoever came from elsewhere', async () => {
  renderApp('/user')
  expect(await screen.findByRole('heading', { level: 1, name: '我的' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: '返回影片' })).toBeNull()
})
