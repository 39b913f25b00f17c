import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessToken, startSession } from '@/shared/api/session.ts'
import { keyWasLost, loginDialogOpen } from '@/shared/feedback/login-dialog.ts'
import { NEW_CODE, serveLibrary, serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '../testing/toasts.ts'

const TOKENS = { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }
const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const body = async (path: string) => JSON.parse((await sent(path).at(-1)?.clone().text()) ?? 'null')
const picture = () => screen.findByRole('img', { name: '验证码图片' })
const field = (name: string) => screen.getByLabelText(name)

beforeEach(() => {
  loginDialogOpen.set(false)
  // biome-ignore lint/suspicious/noDocumentCookie: as the page does
  document.cookie = 'rememberMe=; Max-Age=0; Path=/'
})

describe('/login', () => {
  const button = () => screen.getByRole('button', { name: '登录' })

  async function open() {
    const app = renderApp('/login')
    await picture()
    return app
  }

  async function fill(user: ReturnType<typeof renderApp>['user'], userName: string, password: string, code: string) {
    for (const [name, text] of Object.entries({ 用户名: userName, 密码: password, 验证码: code })) {
      await user.clear(field(name))
      if (text) await user.type(field(name), text)
    }
  }

  it('leaves the focus on the page it leads to, though that takes its place', async () => {
    server.use(http.post(`${API}/user/login`, () => HttpResponse.json({ code: 200, msg: '', data: TOKENS })))
    const { router, user } = await open()
    await fill(user, 'lin_xia', 'quiet-river-27', 'k7rx')
    serveLibrary()
    await user.click(button())
    await waitFor(() => expect(router.state.location.pathname).toBe('/user'))
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('sends what was typed, trimmed, and goes to the member centre', async () => {
    server.use(http.post(`${API}/user/login`, () => HttpResponse.json({ code: 200, msg: '', data: TOKENS })))
    const { router, user } = await open()
    await fill(user, ' lin_xia ', ' quiet-river-27 ', ' k7rx')
    serveLibrary()
    await user.click(button())
    await waitFor(() => expect(router.state.location.pathname).toBe('/user'))
    expect(await screen.findByText('lin_xia')).toBeVisible()
    expect(await body('/user/login')).toEqual({
      appId: 'yingku',
      userName: 'lin_xia',
      password: 'quiet-river-27',
      rememberMe: false,
      code: 'k7rx',
      uuid: expect.stringMatching(/^captcha-\d+$/),
    })
    expect(sent('/user/login')[0]?.headers.get('Authorization')).toBeNull()
    expect(accessToken()).toBe('access')
    expect(localStorage.getItem('refreshToken')).toBe('refresh')
  })

  it.each([
    ['', '', '', ['用户名至少6位数', '密码至少需要8位数', '请输入4位验证码']],
    ['abcde', '1234567', 'abc', ['用户名至少6位数', '密码至少需要8位数', '请输入4位验证码']],
    ['abcdef', '12345678', '', ['请输入4位验证码']],
    ['abcdef', '', 'abcd', ['密码至少需要8位数']],
  ])('“%s”, “%s”, “%s” is not sent', async (userName, password, code, messages) => {
    const { user } = await open()
    await fill(user, userName, password, code)
    await user.click(button())
    for (const message of messages) expect(screen.getByText(message)).toBeVisible()
    const invalid = document.querySelectorAll('[aria-invalid]')
    expect(invalid).toHaveLength(messages.length)
    expect(invalid[0]).toHaveFocus()
    expect(invalid[0]).toHaveAccessibleDescription(messages[0] ?? '')
    expect(sent('/user/login')).toEqual([])
  })

  it('a wrong captcha is said at its field, and another picture comes', async () => {
    server.use(http.post(`${API}/user/login`, () => failure(422, 402, '验证码错误', { error: 'captcha_wrong' })))
    const { user } = await open()
    await fill(user, 'lin_xia', 'quiet-river-27', 'AAAA')
    await user.click(button())
    await waitFor(() => expect(field('验证码')).toHaveAccessibleDescription('验证码错误'))
    expect(field('验证码')).toHaveValue('')
    expect(screen.getAllByText('验证码错误')).toHaveLength(1)
    await waitFor(() => expect(sent('/user/captcha')).toHaveLength(2))
    expect(field('用户名')).toHaveValue('lin_xia')
    expect(field('密码')).toHaveValue('quiet-river-27')
  })

  it('a wrong password is said at its field, and another picture comes', async () => {
    server.use(
      http.post(`${API}/user/login`, () => failure(422, 402, '用户名或密码错误', { error: 'bad_credentials' })),
    )
    const { user } = await open()
    await fill(user, 'lin_xia', 'quiet-river-28', 'AAAA')
    await user.click(button())
    await waitFor(() => expect(field('密码')).toHaveAccessibleDescription('用户名或密码错误'))
    expect(field('密码')).toHaveFocus()
    expect(screen.getAllByText('用户名或密码错误')).toHaveLength(1)
    await waitFor(() => expect(sent('/user/captcha')).toHaveLength(2))
    expect(accessToken()).toBeNull()
  })

  it('a lockout says how long it holds', async () => {
    server.use(
      http.post(`${API}/user/login`, () =>
        HttpResponse.json(
          { code: 402, msg: '操作过于频繁，请稍后再试', error: 'rate_limited' },
          { status: 429, headers: { 'Retry-After': '850' } },
        ),
      ),
    )
    const { user } = await open()
    await fill(user, 'lin_xia', 'quiet-river-28', 'AAAA')
    await user.click(button())
    expect(await screen.findByText('操作过于频繁，请15分钟后再试')).toBeVisible()
  })

  it('a press on the picture brings another one', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: '换一张验证码' }))
    await waitFor(() => expect(sent('/user/captcha')).toHaveLength(2))
    await picture()
  })

  it('a picture that cannot be loaded is asked for again on request', async () => {
    server.use(http.get(`${API}/user/captcha`, () => failure(429, 402, '操作过于频繁，请稍后再试'), { once: true }))
    const { user } = renderApp('/login')
    await user.click(await screen.findByText('点击重试'))
    await picture()
  })

  it('asks for no captcha while they are off', async () => {
    server.use(
      http.get(`${API}/user/captcha`, () => HttpResponse.json({ code: 200, msg: '', captchaOnOff: false })),
      http.post(`${API}/user/login`, () => failure(422, 402, '用户名或密码错误', { error: 'bad_credentials' })),
    )
    const { user } = renderApp('/login')
    await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull())
    await user.type(field('用户名'), 'lin_xia')
    await user.type(field('密码'), 'quiet-river-27')
    await user.click(button())
    expect(await screen.findByText('用户名或密码错误')).toBeVisible()
    expect(await body('/user/login')).not.toHaveProperty('uuid')
    expect(sent('/user/captcha')).toHaveLength(1)
  })

  it('whoever is logged in already is sent to the member centre', async () => {
    serveMember()
    const { router } = renderApp('/login')
    await expectToast('您已经成功登陆账号')
    await waitFor(() => expect(router.state.location.pathname).toBe('/user'))
    expect(sent('/user/captcha')).toEqual([])
  })

  it('and so is, on a press on the picture, who logged in elsewhere meanwhile', async () => {
    const { router, user } = await open()
    serveMember()
    await user.click(screen.getByRole('button', { name: '换一张验证码' }))
    await expectToast('您已经成功登陆账号')
    await waitFor(() => expect(router.state.location.pathname).toBe('/user'))
  })

  it('shows and hides the password', async () => {
    const { user } = await open()
    expect(field('密码')).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: '显示密码' }))
    expect(field('密码')).toHaveAttribute('type', 'text')
  })

  it('leads to the registration', async () => {
    await open()
    expect(screen.getByRole('link', { name: '没有账号?点我注册' })).toHaveAttribute('href', '/register')
  })
})

describe('/register', () => {
  const button = () => screen.getByRole('button', { name: '确认注册' })
  const GOOD = {
    用户名: 'lin_xia',
    密码: 'quiet-river-27',
    重复密码: 'quiet-river-27',
    安全邮箱: 'lin.xia@example.org',
    验证码: 'k7rx',
  }

  async function fill(change: Partial<typeof GOOD> = {}) {
    const app = renderApp('/register')
    await picture()
    for (const [name, text] of Object.entries({ ...GOOD, ...change })) if (text) await app.user.type(field(name), text)
    await app.user.click(button())
    return app
  }

  it('makes the account and leads to the login with its name', async () => {
    server.use(http.post(`${API}/user/register`, () => HttpResponse.json(NEW_CODE)))
    const { router, user } = await fill()
    await expectToast('恭喜您,注册成功!')
    const dialog = within(await screen.findByRole('dialog', { name: '保存恢复码' }))
    expect(dialog.getByText(NEW_CODE.data.recoveryCode)).toBeVisible()
    expect(router.state.location.pathname).toBe('/register')
    await user.click(dialog.getByRole('button', { name: '已保存' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(await screen.findByLabelText('用户名')).toHaveValue('lin_xia')
    expect(await body('/user/register')).toEqual({
      appId: 'yingku',
      userName: 'lin_xia',
      password: 'quiet-river-27',
      confirmPassword: 'quiet-river-27',
      email: 'lin.xia@example.org',
      code: 'k7rx',
      uuid: expect.stringMatching(/^captcha-/),
    })
    expect(accessToken()).toBeNull()
  })

  it.each([
    [{ 用户名: 'abcde' }, '用户名', '用户名至少6位数'],
    [{ 用户名: 'emoji😀😀' }, '用户名', '用户名只能包含中文、英文字母、数字和_-.'],
    [{ 密码: '1234567', 重复密码: '1234567' }, '密码', '密码至少需要8位数'],
    [{ 重复密码: 'quiet-river-28' }, '重复密码', '两次密码输出不一致,请重新输入'],
    [{ 安全邮箱: 'a@b.org' }, '安全邮箱', '安全邮箱'],
    [{ 验证码: 'abc' }, '验证码', '请输入4位验证码'],
  ])('%o is not sent', async (change, name, message) => {
    await fill(change)
    expect(field(name)).toHaveAccessibleDescription(expect.stringMatching(new RegExp(`^${message}`)))
    expect(field(name)).toHaveFocus()
    expect(sent('/user/register')).toEqual([])
  })

  it.each([
    ['用户名', 128, 32],
    ['密码', 128, 32],
    ['重复密码', 128, 32],
    ['安全邮箱', 200, 120],
  ])('%s takes no more than its limit', async (name, typed, kept) => {
    const { user } = renderApp('/register')
    await picture()
    await user.click(field(name))
    await user.paste('a'.repeat(typed))
    expect(field(name)).toHaveValue('a'.repeat(kept))
  })

  it.each([
    ['用户名只能包含中文、英文字母、数字和_-.', 'bad_request', '用户名'],
    ['密码首尾不能有空格', 'bad_request', '密码'],
    ['密码太常见，容易被猜到，请换一个', 'password_common', '密码'],
    ['安全邮箱', 'bad_request', '安全邮箱'],
  ])('%s is said at its field alone', async (message, error, name) => {
    server.use(http.post(`${API}/user/register`, () => failure(400, 402, message, { error })))
    await fill()
    await waitFor(() => expect(field(name)).toHaveAttribute('aria-invalid', 'true'))
    expect(field(name)).toHaveFocus()
    expect(screen.getAllByText(message).filter((element) => element.matches('p'))).toHaveLength(1)
    const spent = error !== 'bad_request'
    expect(field('验证码')).toHaveValue(spent ? '' : 'k7rx')
    await waitFor(() => expect(sent('/user/captcha')).toHaveLength(spent ? 2 : 1))
  })

  it('a taken name is said at its field, and another picture comes', async () => {
    server.use(http.post(`${API}/user/register`, () => failure(409, 402, '该用户名已被注册', { error: 'name_taken' })))
    await fill()
    await waitFor(() => expect(field('用户名')).toHaveAccessibleDescription('该用户名已被注册'))
    expect(field('用户名')).toHaveFocus()
    await waitFor(() => expect(sent('/user/captcha')).toHaveLength(2))
  })
})

describe('the dialog 登录提示', () => {
  it('comes when a session has ended, and leads to the login without its tokens', async () => {
    startSession({ accessToken: 'old', refreshToken: 'used-up' })
    const refused = () => failure(401, 401, '', { error: 'token_invalid' })
    server.use(
      http.get(`${API}/user/token`, () => failure(403, 403, '', { error: 'session_ended' })),
      http.get(`${API}/user/getInfo`, refused),
      http.get(`${API}/user/collect/*`, refused),
      http.get(`${API}/user/collect/*/list`, refused),
    )
    const { router, user } = renderApp('/user')
    const dialog = await screen.findByRole('dialog', { name: '登录提示' })
    expect(accessToken()).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: '去登录' }))
    expect(router.state.location.pathname).toBe('/login')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says once why, when the browser threw the key of the session away', async () => {
    keyWasLost.set(true)
    startSession({ accessToken: 'old', refreshToken: 'used-up' })
    const refused = () => failure(401, 401, '', { error: 'token_invalid' })
    server.use(
      http.get(`${API}/user/token`, () => failure(403, 403, '', { error: 'session_ended' })),
      http.get(`${API}/user/sessions`, refused),
      http.get(`${API}/user/getInfo`, refused),
    )
    const { user } = renderApp('/user/account')
    const dialog = await screen.findByRole('dialog', { name: '登录提示' })
    expect(dialog).toHaveTextContent('浏览器清理了本站在这台设备上保存的数据')
    await user.click(within(dialog).getByRole('button', { name: '取消' }))
    act(() => loginDialogOpen.set(true))
    expect(await screen.findByRole('dialog', { name: '登录提示' })).not.toHaveTextContent('清理')
  })
})
