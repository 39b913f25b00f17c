import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { NEW_CODE, serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const body = async (path: string) => JSON.parse((await sent(path).at(-1)?.clone().text()) ?? 'null')
const picture = () => screen.findByRole('img', { name: '验证码图片' })
const field = (name: string) => screen.getByLabelText(name)
const shownCode = async () => within(await screen.findByRole('dialog', { name: '保存恢复码' }))

let recovery: { byMail: boolean; codeTime?: string }

beforeEach(() => {
  recovery = { byMail: true }
  server.use(http.get(`${API}/user/recovery`, () => HttpResponse.json({ code: 200, msg: '', data: recovery })))
})

type User = ReturnType<typeof renderApp>['user']

async function fill(user: User, texts: Record<string, string>) {
  for (const [name, text] of Object.entries(texts)) {
    await user.clear(field(name))
    await user.type(field(name), text)
  }
}

describe('/recover', () => {
  const GOOD = {
    用户名: 'lin_xia',
    恢复码: 'K7RX w2qa bcde fghj mnpq',
    新密码: 'loud-river-28',
    重复新密码: 'loud-river-28',
  }
  const send = (user: User) => user.click(screen.getByRole('button', { name: '设置新密码' }))

  it('is found on the login page, which hands the name over', async () => {
    const { router, user } = renderApp('/login')
    await picture()
    await user.type(field('用户名'), 'lin_xia')
    await user.click(screen.getByRole('link', { name: '忘记密码?点我找回' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/recover'))
    expect(await screen.findByLabelText('用户名')).toHaveValue('lin_xia')
  })

  it('sets the password, shows the next code, and leads to the login', async () => {
    server.use(http.post(`${API}/user/recovery/password`, () => HttpResponse.json(NEW_CODE)))
    const { router, user } = renderApp('/recover')
    await picture()
    await fill(user, { ...GOOD, 验证码: 'k7rx' })
    await send(user)
    await expectToast('密码已修改，请登录')
    const dialog = await shownCode()
    expect(dialog.getByText(NEW_CODE.data.recoveryCode)).toBeVisible()
    expect(await body('/user/recovery/password')).toEqual({
      userName: 'lin_xia',
      recoveryCode: 'K7RX w2qa bcde fghj mnpq',
      newPassword: 'loud-river-28',
      confirmPassword: 'loud-river-28',
      code: 'k7rx',
      uuid: expect.stringMatching(/^captcha-/),
    })
    await user.click(dialog.getByRole('button', { name: '已保存' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(await screen.findByLabelText('用户名')).toHaveValue('lin_xia')
  })

  it('does not send what cannot be a code', async () => {
    const { user } = renderApp('/recover')
    await picture()
    await fill(user, { ...GOOD, 恢复码: 'k7rx-w2qa', 验证码: 'k7rx' })
    await send(user)
    expect(field('恢复码')).toHaveAccessibleDescription('请填写20位恢复码')
    expect(field('恢复码')).toHaveFocus()
    expect(sent('/user/recovery/password')).toEqual([])
  })

  it('says at the field that the code is refused, and brings another picture', async () => {
    const message = '用户名或恢复码不正确，或恢复码已失效'
    server.use(
      http.post(`${API}/user/recovery/password`, () => failure(422, 402, message, { error: 'recovery_refused' })),
    )
    const { user } = renderApp('/recover')
    await picture()
    await fill(user, { ...GOOD, 验证码: 'k7rx' })
    await send(user)
    await waitFor(() => expect(field('恢复码')).toHaveAccessibleDescription(message))
    expect(field('恢复码')).toHaveFocus()
    await waitFor(() => expect(sent('/user/captcha')).toHaveLength(2))
  })

  it('asks for a code by mail, and goes on with the name', async () => {
    server.use(http.post(`${API}/user/recovery/mail`, () => HttpResponse.json({ code: 200, msg: '' })))
    const { user } = renderApp('/recover')
    await picture()
    await user.click(await screen.findByRole('button', { name: '没有恢复码?发到安全邮箱' }))
    await fill(user, { 用户名: 'lin_xia', 安全邮箱: 'lin.xia@example.org', 验证码: 'k7rx' })
    await user.click(screen.getByRole('button', { name: '发送恢复码' }))
    await expectToast('如果用户名和安全邮箱相符，邮件几分钟内会到，其中的恢复码30分钟内有效')
    expect(await screen.findByLabelText('恢复码')).toHaveValue('')
    expect(field('用户名')).toHaveValue('lin_xia')
    expect(await body('/user/recovery/mail')).toMatchObject({ userName: 'lin_xia', email: 'lin.xia@example.org' })
    await waitFor(() => expect(sent('/user/captcha')).toHaveLength(2))
  })

  it('leads to the operators where no mail is sent', async () => {
    recovery = { byMail: false }
    renderApp('/recover')
    expect(await screen.findByRole('link', { name: '没有恢复码?联系我们' })).toHaveAttribute('href', '/contact')
    expect(screen.queryByRole('button', { name: '没有恢复码?发到安全邮箱' })).toBeNull()
  })
})

describe('the section 找回密码', () => {
  const section = async () => within(await screen.findByRole('region', { name: '找回密码' }))

  async function open() {
    serveMember()
    return renderApp('/user/account')
  }

  it('makes a code for whoever has none, after asking for the password', async () => {
    server.use(
      http.post(`${API}/user/recovery/code`, () => {
        recovery = { byMail: true, codeTime: '2026-09-21 22:13:20' }
        return HttpResponse.json(NEW_CODE)
      }),
    )
    const { user } = await open()
    expect(await (await section()).findByText('还没有恢复码，忘记密码就无法找回账户')).toBeVisible()
    await user.click((await section()).getByRole('button', { name: '生成恢复码' }))
    const dialog = within(await screen.findByRole('dialog', { name: '生成恢复码' }))
    await user.type(dialog.getByLabelText('请输入密码确认'), 'quiet-river-27')
    await user.click(dialog.getByRole('button', { name: '生成' }))
    const shown = await shownCode()
    expect(shown.getByText(NEW_CODE.data.recoveryCode)).toBeVisible()
    await user.click(shown.getByRole('button', { name: '已保存' }))
    expect(await (await section()).findByText('生成于 2026-09-21 22:13:20')).toBeVisible()
    expect(await body('/user/recovery/code')).toEqual({ password: 'quiet-river-27' })
  })

  it('changes the email, and says at its field that the password is wrong', async () => {
    let right = false
    server.use(
      http.post(`${API}/user/email`, () =>
        right ? HttpResponse.json({ code: 200, msg: '' }) : failure(422, 402, '密码错误', { error: 'password_wrong' }),
      ),
    )
    const { user } = await open()
    await user.click(await (await section()).findByRole('button', { name: '更改安全邮箱' }))
    const dialog = within(await screen.findByRole('dialog', { name: '更改安全邮箱' }))
    await user.type(dialog.getByLabelText('新的安全邮箱'), 'lin@films.example')
    await user.type(dialog.getByLabelText('请输入密码确认'), 'quiet-river-2')
    await user.click(dialog.getByRole('button', { name: '更改' }))
    await waitFor(() => expect(dialog.getByLabelText('请输入密码确认')).toHaveAccessibleDescription('密码错误'))
    right = true
    await user.type(dialog.getByLabelText('请输入密码确认'), '8')
    await user.click(dialog.getByRole('button', { name: '更改' }))
    await expectToast('安全邮箱已更改')
    expect(await body('/user/email')).toEqual({ email: 'lin@films.example', password: 'quiet-river-28' })
  })
})

it('shows the next code after the password was changed', async () => {
  serveMember()
  server.use(http.post(`${API}/user/password`, () => HttpResponse.json(NEW_CODE)))
  const { user } = renderApp('/user/account')
  const section = within(await screen.findByRole('region', { name: '修改密码' }))
  for (const [name, text] of [
    ['当前密码', 'quiet-river-27'],
    ['新密码', 'loud-river-28'],
    ['重复新密码', 'loud-river-28'],
  ] as const) {
    await user.type(section.getByLabelText(name), text)
  }
  await user.click(section.getByRole('button', { name: '修改密码' }))
  expect((await shownCode()).getByText(NEW_CODE.data.recoveryCode)).toBeVisible()
})
