import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { NEW_CODE, serveLibrary } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, server } from '@/testing/server.ts'

const TOKENS = { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }
const PASSWORD = 'quiet-river-27'
const picture = () => screen.findByRole('img', { name: '验证码图片' })
const field = (name: string) => screen.getByLabelText(name)
const box = () => screen.getByRole('checkbox', { name: /^记住密码/ })
type User = ReturnType<typeof renderApp>['user']

/** As after 30 days. */
function endFlag() {
  // biome-ignore lint/suspicious/noDocumentCookie: as the page does
  document.cookie = 'rememberMe=; Max-Age=0; Path=/'
}

beforeEach(() => {
  endFlag()
  server.use(
    http.post(`${API}/user/login`, () => HttpResponse.json({ code: 200, msg: '', data: TOKENS })),
    http.post(`${API}/user/logout`, () => HttpResponse.json({ code: 200, msg: '' })),
    http.post(`${API}/user/register`, () => HttpResponse.json(NEW_CODE)),
  )
})

/** From the member centre to the login form, as people go. */
async function openLogin(user: User) {
  await user.click((await screen.findAllByRole('link', { name: '登录' }))[0] as HTMLElement)
  await picture()
}

async function type(user: User, texts: Record<string, string>) {
  for (const [name, text] of Object.entries(texts)) await user.type(field(name), text)
}

async function logIn(user: User) {
  serveLibrary()
  await user.click(screen.getByRole('button', { name: '登录' }))
  await screen.findByText('lin_xia')
}

async function logOut(user: User) {
  await user.click(screen.getByRole('button', { name: '更多' }))
  await user.click(await screen.findByRole('button', { name: '退出登录' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: '退出登录账号?' })).getByRole('button', { name: '退出账号' }),
  )
}

it('finds name and password again by a link, after logging in and out', async () => {
  const { router, user } = renderApp('/user')
  await openLogin(user)
  await type(user, { 用户名: 'lin_xia', 密码: PASSWORD, 验证码: 'k7rx' })
  await user.click(box())
  await logIn(user)
  expect(document.cookie).toBe('age=1; rememberMe=true')
  expect(JSON.stringify(localStorage)).not.toContain(PASSWORD)
  await logOut(user)
  await waitFor(() => expect(router.state.location.pathname).toBe('/index'))
  await router.navigate('/user')
  await openLogin(user)
  await waitFor(() => expect(field('密码')).toHaveValue(PASSWORD))
  expect(field('用户名')).toHaveValue('lin_xia')
  expect(box()).toBeChecked()

  await user.click(box())
  await type(user, { 验证码: 'k7rx' })
  await logIn(user)
  expect(document.cookie).toBe('age=1')
  expect(localStorage.getItem('yingku.remembered')).toBeNull()
})

it('finds what was remembered when registering', async () => {
  const { user } = renderApp('/register')
  await picture()
  const texts = {
    用户名: 'lin_xia',
    密码: PASSWORD,
    重复密码: PASSWORD,
    安全邮箱: 'lin.xia@example.org',
    验证码: 'k7rx',
  }
  await type(user, texts)
  await user.click(box())
  await user.click(screen.getByRole('button', { name: '确认注册' }))
  await user.click(await screen.findByRole('button', { name: '已保存' }))
  await screen.findByRole('heading', { name: '账户登陆' })
  await waitFor(() => expect(field('密码')).toHaveValue(PASSWORD))
  expect(box()).toBeChecked()

  endFlag()
  const later = renderApp('/login')
  await later.router.navigate('/user')
  await later.router.navigate('/login')
  await waitFor(() => expect(localStorage.getItem('yingku.remembered')).toBeNull())
})
