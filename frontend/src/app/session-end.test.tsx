import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accessToken, clearTokens, currentLogin, startSession } from '@/shared/api/session.ts'
import { loginDialogOpen } from '@/shared/feedback/login-dialog.ts'
import { ADMIN, serveAdmin } from '@/testing/admin.ts'
import { makeAdminWork, makeDetail, makeMessage, makeUserInfo, makeWork, messageId } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { serveMessages } from '@/testing/messages.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '../testing/toasts.ts'

const NAME = makeUserInfo().user?.userName ?? ''
const NEW = { accessToken: 'access', refreshToken: 'refresh' }
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))

beforeEach(() => loginDialogOpen.set(false))

/** Lets the second pass in which the same call is not sent again (R15.12). */
function wait() {
  const later = performance.now() + 2000
  vi.spyOn(performance, 'now').mockImplementation(() => later)
}

/** The server has ended the session: every write is refused, and so is the refresh, until somebody logs in. */
function endSession(...addresses: string[]) {
  let isOver = true
  const refuse = () => (isOver ? failure(401, 401, '', { error: 'token_invalid' }) : undefined)
  server.use(
    http.get(`${API}/user/token`, () => failure(403, 403, '', { error: 'session_ended' })),
    http.get(`${API}/user/captcha`, () => HttpResponse.json({ code: 200, msg: '', captchaOnOff: false })),
    ...addresses.map((address) => http.post(address, refuse)),
    http.post(`${API}/user/login`, () => {
      isOver = false
      return HttpResponse.json({ code: 200, msg: '', data: NEW, ...NEW })
    }),
  )
}

function operator() {
  serveMember()
  const info = makeUserInfo({ roles: ['admin'], permissions: ['works:edit', 'messages:reply'] })
  server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(info)))
  return serveAdmin({
    works: [makeAdminWork(1)],
    queue: [{ ...makeMessage(1), userName: 'reader_1', since: '2026-01-03 08:00:00', entries: 1, tags: [] }],
  })
}

/** Logs in where one is, as the member named in the form or another one. */
async function logInHere({ user }: ReturnType<typeof renderApp>, name?: string) {
  const asked = await dialog('登录提示')
  await user.click(asked.getByRole('button', { name: '去登录' }))
  const field = await asked.findByRole('textbox', { name: '用户名' })
  if (name !== undefined) {
    await user.clear(field)
    await user.type(field, name)
  }
  await waitFor(() => expect(asked.queryByRole('textbox', { name: '验证码' })).toBeNull())
  await user.type(asked.getByLabelText('密码'), 'a-long-password')
  await user.click(asked.getByRole('button', { name: '登录' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '登录提示' })).toBeNull())
}

/** A form with something written in it, whose sending the ended session refuses. */
interface WrittenForm {
  address: string
  call: string
  open: (app: ReturnType<typeof renderApp>) => Promise<HTMLElement>
  send: string
  done: () => Promise<unknown>
}

const WORK = makeWork(1)
const FORMS: [name: string, form: WrittenForm][] = [
  [
    'an operator’s reply',
    {
      address: `/admin/messages?open=${messageId(1)}`,
      call: `${ADMIN}/messages/reply`,
      open: () => screen.findByRole('textbox', { name: '回复' }),
      send: '发送',
      done: () => expectToast('回复已发送'),
    },
  ],
  [
    'a work in the console',
    {
      address: '/admin/works?open=1',
      call: `${ADMIN}/works/edit`,
      open: () => screen.findByRole('textbox', { name: '标题' }),
      send: '保存',
      done: () => expectToast('已保存'),
    },
  ],
  [
    'a question to support',
    {
      address: '/message',
      call: `${API}/message`,
      open: () => screen.findByRole('textbox', { name: '新的问题' }),
      send: '提交问题',
      done: () => expectToast('提交成功'),
    },
  ],
  [
    'a reply to support',
    {
      address: `/message?id=${messageId(1)}`,
      call: `${API}/message/data`,
      open: () => screen.findByRole('textbox', { name: '继续沟通' }),
      send: '确 认 提交',
      done: () => expectToast('提交成功'),
    },
  ],
  [
    'a report',
    {
      address: `/censored/${WORK.id}`,
      call: `${API}/report`,
      open: async ({ user }) => {
        await user.click(await screen.findByRole('button', { name: '举报此作品' }))
        await user.click(await screen.findByRole('radio', { name: '其他' }))
        return screen.getByRole('textbox', { name: '说明（选填）' })
      },
      send: '提交举报',
      done: () => screen.findByText(/已收到您的举报/),
    },
  ],
]

function serveAll() {
  operator()
  serveMessages({ messages: [makeMessage(1)] })
  server.use(
    http.get(`${API}/works/detail/${WORK.id}`, () => HttpResponse.json(makeDetail(WORK))),
    http.post(`${API}/report`, () => HttpResponse.json({ code: 200, msg: '操作成功' })),
  )
}

describe('a session that ends while something is written', () => {
  it.each(FORMS)('takes nothing of %s: one logs in on the page and sends it', async (_, form) => {
    serveAll()
    endSession(form.call)
    const app = renderApp(form.address)
    const field = await form.open(app)
    await app.user.type(field, '半句话')
    const { value } = field as HTMLInputElement
    await app.user.click(screen.getByRole('button', { name: form.send }))
    await waitFor(() => expect(accessToken()).toBeNull())
    await logInHere(app)
    expect(await (await sent('/user/login')[0])?.json()).toMatchObject({ userName: NAME })
    expect(app.router.state.location.pathname + app.router.state.location.search).toContain(form.address)
    expect(field).toBeVisible()
    expect(field).toHaveValue(value)
    wait()
    await app.user.click(screen.getByRole('button', { name: form.send }))
    await form.done()
  })

  it('and is refused at once, with its tokens still there, does the same', async () => {
    serveAll()
    const [, reply] = FORMS[0] as (typeof FORMS)[number]
    const app = renderApp(reply.address)
    const field = await reply.open(app)
    await app.user.type(field, '半句话')
    server.use(
      http.post(reply.call, () => failure(403, 403, '', { error: 'session_ended' }), { once: true }),
      http.get(`${API}/user/captcha`, () => HttpResponse.json({ code: 200, msg: '', captchaOnOff: false })),
      http.post(`${API}/user/login`, () => HttpResponse.json({ code: 200, msg: '', data: NEW, ...NEW })),
    )
    await app.user.click(screen.getByRole('button', { name: reply.send }))
    await logInHere(app)
    expect(field).toHaveValue('半句话')
    wait()
    await app.user.click(screen.getByRole('button', { name: reply.send }))
    await reply.done()
  })

  it('stays through 取消, and asks again with the next press', async () => {
    serveAll()
    const [, reply] = FORMS[0] as (typeof FORMS)[number]
    endSession(reply.call)
    const app = renderApp(reply.address)
    const field = await reply.open(app)
    await app.user.type(field, '半句话')
    await app.user.click(screen.getByRole('button', { name: reply.send }))
    await app.user.click((await dialog('登录提示')).getByRole('button', { name: '取消' }))
    expect(field).toHaveValue('半句话')
    server.use(http.post(reply.call, () => failure(403, 403, '', { error: 'no_token' }), { once: true }))
    wait()
    await app.user.click(screen.getByRole('button', { name: reply.send }))
    expect(await dialog('登录提示')).toBeTruthy()
  })

  it('shows nothing of it to another member who logs in there', async () => {
    serveAll()
    const [, reply] = FORMS[0] as (typeof FORMS)[number]
    endSession(reply.call)
    const app = renderApp(reply.address)
    await app.user.type(await reply.open(app), '半句话')
    const before = currentLogin()
    await app.user.click(screen.getByRole('button', { name: reply.send }))
    const other = makeUserInfo({ roles: ['admin'], permissions: ['messages:reply'] })
    server.use(
      http.get(`${API}/user/getInfo`, () =>
        HttpResponse.json({ ...other, user: { ...other.user, userName: 'another_one' } }),
      ),
    )
    await logInHere(app, 'another_one')
    expect(currentLogin()).not.toBe(before)
    expect(await reply.open(app)).toHaveValue('')
  })

  it('ends for all of the page once it is left', async () => {
    serveAll()
    const [, question] = FORMS[2] as (typeof FORMS)[number]
    endSession(question.call)
    const app = renderApp(question.address)
    await app.user.type(await question.open(app), '半句话')
    await app.user.click(screen.getByRole('button', { name: question.send }))
    await dialog('登录提示')
    await app.user.click(screen.getByRole('button', { name: '取消' }))
    await app.router.navigate('/index')
    await app.user.click((await dialog('放弃修改?')).getByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(currentLogin()).toBeNull())
  })
})

describe('the console', () => {
  it('is logged into again where one is, also with nothing written', async () => {
    serveAll()
    const app = renderApp('/admin/works')
    await screen.findByRole('table', { name: '作品' })
    endSession()
    server.use(http.get(`${ADMIN}/works`, () => failure(401, 401, '', { error: 'token_invalid' }), { once: true }))
    await app.client.invalidateQueries({ queryKey: ['member', 'admin'] })
    void app.client.invalidateQueries()
    await logInHere(app)
    expect(app.router.state.location.pathname).toBe('/admin/works')
    expect(await screen.findByRole('table', { name: '作品' })).toBeVisible()
  })

  it('leads back to the address that a visitor opened', async () => {
    serveAll()
    clearTokens()
    endSession()
    const app = renderApp('/admin/works?open=1')
    await app.user.click(await screen.findByRole('link', { name: '去登录' }))
    await app.user.type(await screen.findByLabelText('用户名'), NAME)
    await app.user.type(screen.getByLabelText('密码'), 'a-long-password')
    await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull())
    await app.user.click(screen.getByRole('button', { name: '登录' }))
    await app.user.click(await screen.findByRole('link', { name: '返回管理台' }))
    expect(await screen.findByRole('textbox', { name: '标题' })).toBeVisible()
  })
})

describe('a draft', () => {
  // What a reload keeps: storage alone.
  const DRAFTED = FORMS.filter(([name]) => name !== 'a work in the console')

  it.each(DRAFTED)('of %s is there again after a reload, until it is sent', async (_, form) => {
    serveAll()
    const first = renderApp(form.address)
    await first.user.type(await form.open(first), '半句话')
    cleanup()
    const again = renderApp(form.address)
    const field = await form.open(again)
    await waitFor(() => expect(field).toHaveValue('半句话'))
    await again.user.click(screen.getByRole('button', { name: form.send }))
    await form.done()
    await waitFor(() => expect(sessionStorage.getItem('yingku.drafts')).toBeNull())
  })

  it('is gone when it is given up', async () => {
    serveAll()
    const [, reply] = FORMS[3] as (typeof FORMS)[number]
    const app = renderApp(reply.address, { before: ['/index'] })
    await app.user.type(await reply.open(app), '半句话')
    expect(sessionStorage.getItem('yingku.drafts')).toContain('半句话')
    await app.user.keyboard('{Escape}')
    await app.user.click((await dialog('放弃修改?')).getByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(sessionStorage.getItem('yingku.drafts')).toBeNull())
  })

  it('is gone after logging out, and not after the end of a session', async () => {
    serveAll()
    const [, reply] = FORMS[0] as (typeof FORMS)[number]
    const app = renderApp(reply.address)
    await app.user.type(await reply.open(app), '半句话')
    localStorage.removeItem('accessToken')
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
    expect(sessionStorage.getItem('yingku.drafts')).toContain('半句话')
    startSession(NEW)
    clearTokens()
    expect(sessionStorage.getItem('yingku.drafts')).toBeNull()
  })
})
