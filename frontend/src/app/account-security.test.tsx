import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Schemas } from '@/shared/api/contract.ts'
import { accessToken } from '@/shared/api/session.ts'
import { saveFile } from '@/shared/lib/save-file.ts'
import { makeUserInfo } from '@/testing/factories.ts'
import { NEW_CODE, serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '../testing/toasts.ts'

vi.mock('@/shared/lib/save-file.ts', () => ({ saveFile: vi.fn() }))

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
// A list may be asked for at the same address.
const posted = (path: string) => sent(path).filter(({ method }) => method === 'POST')
const body = async (path: string) => JSON.parse((await posted(path).at(-1)?.clone().text()) ?? 'null')
const part = (name: string) => within(screen.getByRole('region', { name }))

const HERE: Schemas['Session'] = {
  id: '920000000000000001',
  current: true,
  agent: 'Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile Safari/537.36',
  network: '203.0.113.0/24',
  createTime: '2026-01-01 08:00:00',
  updateTime: '2026-01-02 08:00:00',
  expireTime: '2026-01-09 08:00:00',
}
const THERE: Schemas['Session'] = {
  ...HERE,
  id: '920000000000000002',
  current: false,
  agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0',
}
let sessions: Schemas['Session'][]

beforeEach(() => {
  sessions = [HERE, THERE]
  server.use(
    http.get(`${API}/user/sessions`, () =>
      HttpResponse.json({ code: 200, msg: '', rows: sessions, total: sessions.length }),
    ),
  )
})

async function open() {
  serveMember()
  const app = renderApp('/user/account')
  await screen.findByText('Chrome · Android')
  return app
}

it('shows visitors the way in', async () => {
  renderApp('/user/account')
  expect(await screen.findByRole('link', { name: '去登录' })).toHaveAttribute('href', '/login')
  expect(requests).toEqual([])
})

it('is where whoever has a password of somebody else’s choice is led', async () => {
  serveMember()
  const refused = () => failure(403, 402, '请先修改密码', { error: 'password_change_required' })
  server.use(http.get(`${API}/message/list`, refused), http.get(`${API}/user/sessions`, refused))
  const { router } = renderApp('/message')
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/account'))
  expect(await screen.findByRole('region', { name: '修改密码' })).toBeVisible()
  expect(await screen.findByText(/^这个密码是客服重置的/)).toBeVisible()
  expect(screen.queryByRole('region', { name: '登录设备' })).toBeNull()
})

describe('the password', () => {
  async function change(texts: [string, string, string]) {
    const { user } = await open()
    const section = part('修改密码')
    for (const [index, label] of ['当前密码', '新密码', '重复新密码'].entries()) {
      await user.type(section.getByLabelText(label), texts[index] ?? '')
    }
    await user.click(section.getByRole('button', { name: '修改密码' }))
    return section
  }

  it('is changed, and every other session is gone', async () => {
    server.use(
      http.post(`${API}/user/password`, () => {
        sessions = [HERE]
        return HttpResponse.json(NEW_CODE)
      }),
    )
    const section = await change(['quiet-river-27', 'loud-river-28', 'loud-river-28'])
    await expectToast('密码已修改，其他设备已退出')
    expect(await body('/user/password')).toEqual({
      oldPassword: 'quiet-river-27',
      newPassword: 'loud-river-28',
      confirmPassword: 'loud-river-28',
    })
    await waitFor(() => expect(screen.queryByText('Firefox · Windows')).toBeNull())
    expect(section.getByLabelText('新密码')).toHaveValue('')
  })

  it.each([
    [['quiet-river-27', 'quiet-river-27', 'quiet-river-27'], '新密码', '新密码不能与当前密码相同'],
    [['quiet-river-27', 'short', 'short'], '新密码', '密码至少需要8位数'],
    [['quiet-river-27', 'loud-river-28', 'loud-river-29'], '重复新密码', '两次密码输出不一致,请重新输入'],
    [['old', 'loud-river-28', 'loud-river-28'], '当前密码', '密码至少需要8位数'],
  ] as [[string, string, string], string, string][])('%o is not sent', async (texts, name, message) => {
    const section = await change(texts)
    expect(section.getByLabelText(name)).toHaveAccessibleDescription(message)
    expect(sent('/user/password')).toEqual([])
  })

  it.each([
    ['password_wrong', '密码错误', '当前密码'],
    ['password_common', '密码太常见，容易被猜到，请换一个', '新密码'],
  ])('that is refused (%s) is said at its field alone', async (error, message, name) => {
    server.use(http.post(`${API}/user/password`, () => failure(422, 402, message, { error })))
    const section = await change(['quiet-river-20', 'loud-river-28', 'loud-river-28'])
    await waitFor(() => expect(section.getByLabelText(name)).toHaveAccessibleDescription(message))
    expect(screen.getAllByText(message)).toHaveLength(1)
    expect(section.getByLabelText('新密码')).toHaveValue('loud-river-28')
  })
})

describe('the sessions', () => {
  it('are listed, this one marked, and another one can be ended', async () => {
    server.use(
      http.post(`${API}/user/sessions/:id/end`, ({ params }) => {
        sessions = sessions.filter(({ id }) => id !== params.id)
        return HttpResponse.json({ code: 200, msg: '' })
      }),
    )
    const { user } = await open()
    const section = part('登录设备')
    const [here, there] = section.getAllByRole('listitem') as [HTMLElement, HTMLElement]
    expect(here).toHaveTextContent('本机')
    expect(within(here).queryByRole('button')).toBeNull()
    expect(there).toHaveTextContent('203.0.113.0/24')
    await user.click(within(there).getByRole('button', { name: '退出' }))
    await user.click(within(screen.getByRole('dialog', { name: '退出该设备?' })).getByRole('button', { name: '退出' }))
    await expectToast('已退出该设备')
    await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1))
    expect(sent(`/sessions/${THERE.id}/end`)).toHaveLength(1)
  })

  it('that cannot be loaded say so and load on retry', async () => {
    server.use(http.get(`${API}/user/sessions`, () => failure(400, 402, '不行'), { once: true }))
    serveMember()
    const { user } = renderApp('/user/account')
    await user.click(await screen.findByRole('button', { name: '点击重试' }))
    expect(await screen.findByText('Chrome · Android')).toBeVisible()
  })
})

it('the data is saved as a file', async () => {
  const data = { exportTime: '2026-01-02 08:00:00', account: { userName: 'lin_xia' } }
  server.use(http.get(`${API}/user/export`, () => HttpResponse.json({ code: 200, msg: '', data })))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: '导出' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
  const [name, type, text] = vi.mocked(saveFile).mock.calls[0] ?? []
  expect([name, type, JSON.parse(text ?? '')]).toEqual(['yingku.json', 'application/json', data])
})

describe('deleting the account', () => {
  async function ask(password: string) {
    const app = await open()
    await app.user.click(part('删除账户').getByRole('button', { name: '删除账户' }))
    const dialog = within(screen.getByRole('dialog', { name: '删除账户?' }))
    if (password) await app.user.type(dialog.getByLabelText('请输入密码确认'), password)
    await app.user.click(dialog.getByRole('button', { name: '永久删除' }))
    return { ...app, dialog }
  }

  it('says before what goes with it', async () => {
    const { dialog } = await ask('')
    expect(dialog.getByText(/账户、收藏、喜欢、留言和下载申请会立即删除/)).toBeVisible()
    expect(dialog.getByText(/订单、VIP与激活码的使用记录会保留/)).toBeVisible()
  })

  it('asks for it once, however often Enter is pressed while it is on its way', async () => {
    let answer = () => undefined as unknown
    const held = new Promise((done) => {
      answer = () => done(null)
    })
    const deleted = vi.fn(() => held.then(() => HttpResponse.json({ code: 200, msg: '' })))
    server.use(http.post(`${API}/user/delete`, deleted))
    const { dialog, user } = await ask('')
    await user.type(dialog.getByLabelText('请输入密码确认'), 'quiet-river-27{Enter}')
    await dialog.findByRole('button', { name: '删除中' })
    await user.keyboard('{Enter}{Enter}')
    expect(screen.queryByText('您的操作速度太快了！')).toBeNull()
    answer()
    await expectToast('账户已删除')
    expect(deleted).toHaveBeenCalledTimes(1)
  })

  it('takes the password, and leads home as a visitor', async () => {
    server.use(http.post(`${API}/user/delete`, () => HttpResponse.json({ code: 200, msg: '' })))
    const { router } = await ask('quiet-river-27')
    await waitFor(() => expect(router.state.location.pathname).toBe('/index'))
    await expectToast('账户已删除')
    expect(await body('/user/delete')).toEqual({ password: 'quiet-river-27' })
    expect(accessToken()).toBeNull()
    // Nobody is logged in any more: what the page showed of the member is not asked for again.
    expect(sent('/user/sessions')).toHaveLength(1)
  })

  it('without one, nothing is sent', async () => {
    const { dialog } = await ask('')
    expect(dialog.getByLabelText('请输入密码确认')).toHaveAccessibleDescription('密码至少需要8位数')
    expect(sent('/user/delete')).toEqual([])
  })

  it('with a wrong one, nothing happens', async () => {
    server.use(http.post(`${API}/user/delete`, () => failure(422, 402, '密码错误', { error: 'password_wrong' })))
    const { dialog } = await ask('quiet-river-20')
    await waitFor(() => expect(dialog.getByLabelText('请输入密码确认')).toHaveAccessibleDescription('密码错误'))
    expect(accessToken()).toBe('access')
  })
})

const KEY = '4f6c0d2b8e9a4f6c0d2b8e9a4f6c0d2b8e9a1c3d'

/** The keys of a member who has these, can make one more with {@link KEY}, and can delete any. */
function serveKeys(...before: Schemas['ProgramKey'][]) {
  let keys = before
  const ok = (data?: unknown) => HttpResponse.json({ code: 200, msg: '', data })
  server.use(
    http.get(`${API}/user/keys`, () => ok(keys)),
    http.post(`${API}/user/keys`, async ({ request }) => {
      const { name } = (await request.json()) as { name: string }
      keys = [{ id: '930000000000000001', name, createTime: '2026-01-02 08:00:00', scopes: [] }, ...keys]
      return ok({ id: '930000000000000001', key: KEY })
    }),
    http.post(`${API}/user/keys/:id/delete`, ({ params }) => {
      keys = keys.filter(({ id }) => id !== params.id)
      return ok()
    }),
  )
}

async function removeKey(user: ReturnType<typeof renderApp>['user'], name: string) {
  await user.click(await part('下载程序密钥').findByRole('button', { name: `删除密钥${name}` }))
  const asked = within(await screen.findByRole('dialog', { name: '删除密钥?' }))
  await user.click(asked.getByRole('button', { name: '删除' }))
  await waitFor(() => expect(part('下载程序密钥').queryByText(name)).toBeNull())
}

it('makes a key for a program, shows it once, and deletes it', async () => {
  serveKeys()
  const { user } = await open()
  await user.click(await part('下载程序密钥').findByRole('button', { name: '生成密钥' }))
  expect(part('下载程序密钥').getByText('请填写用途，例如程序的名字')).toBeVisible()
  await user.type(part('下载程序密钥').getByRole('textbox', { name: '用途' }), '客厅')
  await user.click(part('下载程序密钥').getByRole('button', { name: '生成密钥' }))
  expect(await part('下载程序密钥').findByText(KEY)).toBeVisible()
  await user.click(part('下载程序密钥').getByRole('button', { name: '已保存' }))
  expect(part('下载程序密钥').queryByText(KEY)).toBeNull()
  await removeKey(user, '客厅')
})

it('shows a new key no longer once that one is deleted', async () => {
  serveKeys({ id: '930000000000000009', name: '书房', createTime: '2026-01-01 08:00:00', scopes: [] })
  const { user } = await open()
  await user.type(await part('下载程序密钥').findByRole('textbox', { name: '用途' }), '客厅')
  await user.click(part('下载程序密钥').getByRole('button', { name: '生成密钥' }))
  expect(await part('下载程序密钥').findByText(KEY)).toBeVisible()
  await removeKey(user, '书房')
  expect(part('下载程序密钥').getByText(KEY)).toBeVisible()
  await removeKey(user, '客厅')
  expect(part('下载程序密钥').queryByText(KEY)).toBeNull()
})

it('lets an operator choose what a program may do, and for how long', async () => {
  const permissions = ['works:edit', 'works:import', 'orders:refund']
  serveMember()
  server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ permissions }))))
  serveKeys({
    id: '930000000000000009',
    name: '旧采集器',
    createTime: '2026-01-01 08:00:00',
    expireTime: '2026-04-01 08:00:00',
    scopes: ['works:edit'],
  })
  const { user } = renderApp('/user/account')
  await user.type(await part('下载程序密钥').findByRole('textbox', { name: '用途' }), '采集器')
  expect(part('下载程序密钥').getByText('2026-04-01 08:00:00 到期')).toBeVisible()
  const choices = within(await part('下载程序密钥').findByRole('group', { name: /^管理权限/ }))
  expect(choices.getAllByRole('checkbox')).toHaveLength(2)
  expect(part('下载程序密钥').queryByRole('combobox', { name: '有效期' })).toBeNull()
  await user.click(choices.getByRole('checkbox', { name: '导入作品' }))
  await user.selectOptions(part('下载程序密钥').getByRole('combobox', { name: '有效期' }), '30天')
  await user.click(part('下载程序密钥').getByRole('button', { name: '生成密钥' }))
  expect(await part('下载程序密钥').findByText(KEY)).toBeVisible()
  expect(await body('/user/keys')).toEqual({ name: '采集器', scopes: ['works:import'], validDays: 30 })
})
