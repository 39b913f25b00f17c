import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { letPass } from '@/shared/feedback/leave-guards.ts'
import { ADMIN, serveAdmin } from '@/testing/admin.ts'
import { serveTill } from '@/testing/admin-money.ts'
import {
  makeAdminPlan,
  makeAdminTerm,
  makeAdminWork,
  makeMessage,
  makeUserInfo,
  messageId,
} from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { serveMessages } from '@/testing/messages.ts'
import { makeAdminMember, makeMemberDetail, serveMembers } from '@/testing/people.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '../testing/toasts.ts'

const PERMISSIONS = ['works:edit', 'messages:reply', 'users:manage', 'plans:edit', 'codes:make', 'terms:edit']
const READER = makeMemberDetail(makeAdminMember(5))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))

function operator() {
  serveMember()
  const info = makeUserInfo({ roles: ['admin'], permissions: PERMISSIONS })
  server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(info)))
}

/** Whether the browser would ask before it reloads or closes the page. */
function asksBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

/** Lets a call of the console wait until told otherwise. */
function hold(path: string, answer: object) {
  let release = () => undefined as unknown
  const held = new Promise((done) => {
    release = () => done(null)
  })
  server.use(
    http.post(`${ADMIN}/${path}`, async () => {
      await held
      return HttpResponse.json({ code: 200, msg: '操作成功', data: answer })
    }),
  )
  return () => void release()
}

const MADE = { batch: 'autumn', planName: 'VIP月卡', days: 30, codes: ['AAAAA-1', 'AAAAA-2'] }

async function openNewCodes() {
  operator()
  serveTill({ plans: [makeAdminPlan(1, { name: 'VIP月卡' })] })
  const app = renderApp('/admin/codes', { before: ['/index'] })
  await app.user.click(await screen.findByRole('button', { name: '生成激活码' }))
  const form = await dialog('生成激活码')
  await app.user.type(form.getByRole('textbox', { name: '数量' }), '2')
  return { ...app, form }
}

async function makeCodes() {
  const { form, ...app } = await openNewCodes()
  server.use(http.post(`${ADMIN}/codes/create`, () => HttpResponse.json({ code: 200, msg: '操作成功', data: MADE })))
  await app.user.click(form.getByRole('button', { name: '生成' }))
  return { ...app, fresh: await dialog('已生成 2 个激活码') }
}

describe('codes that are shown once', () => {
  it('are not lost by closing while they are made', async () => {
    const { user, form, router } = await openNewCodes()
    const release = hold('codes/create', MADE)
    await user.click(form.getByRole('button', { name: '生成' }))
    await screen.findByRole('button', { name: '生成中' })
    await user.keyboard('{Escape}')
    await user.click(form.getByRole('button', { name: '关闭' }))
    await user.click(form.getByRole('button', { name: '取消' }))
    await router.navigate(-1)
    expect(asksBeforeUnload()).toBe(true)
    release()
    expect(await screen.findByText(/AAAAA-2/)).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/codes')
  })

  it('ask before Back, Escape and a reload, until they are saved', async () => {
    const { user, router, fresh } = await makeCodes()
    expect(asksBeforeUnload()).toBe(true)
    await user.keyboard('{Escape}')
    let asking = await dialog('还没有保存激活码')
    expect(asking.getByRole('button', { name: '返回保存' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: '还没有保存激活码' })).toBeNull()
    await router.navigate(-1)
    asking = await dialog('还没有保存激活码')
    await user.click(asking.getByRole('button', { name: '返回保存' }))
    expect(router.state.location.pathname).toBe('/admin/codes')
    expect(fresh.getByText(/AAAAA-1/)).toBeVisible()
    await user.click(fresh.getByRole('button', { name: '下载文件' }))
    // Installed sites take the call and save nothing, so that somebody has to say that it is there.
    await fresh.findByText(/已开始下载/)
    expect(asksBeforeUnload()).toBe(true)
    await user.click(fresh.getByRole('button', { name: '已保存' }))
    expect(asksBeforeUnload()).toBe(false)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are left on request', async () => {
    const { user, router } = await makeCodes()
    await router.navigate(-1)
    await user.click((await dialog('还没有保存激活码')).getByRole('button', { name: '不保存' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index'))
    await waitFor(() => expect(asksBeforeUnload()).toBe(false))
  })
})

describe('a password that is shown once', () => {
  it('is not lost by closing, before it comes and after', async () => {
    operator()
    serveMembers([READER])
    const release = hold('members/password', { password: 'k7rxw2qmnb4tz8ycd3ph' })
    const { user, router } = renderApp(`/admin/members?open=${READER.id}`, { before: ['/index'] })
    await user.click(await screen.findByRole('button', { name: '重置密码' }))
    const asking = await dialog('重置密码?')
    await user.type(asking.getByRole('textbox', { name: '原因' }), '忘记密码')
    await user.click(asking.getByRole('button', { name: '重置' }))
    await screen.findByRole('button', { name: '处理中' })
    await user.keyboard('{Escape}')
    await router.navigate(-1)
    release()
    expect(await screen.findByText('k7rxw2qmnb4tz8ycd3ph')).toBeVisible()
    await router.navigate(-1)
    await user.click((await dialog('还没有记下新密码')).getByRole('button', { name: '返回' }))
    await user.keyboard('{Escape}')
    await user.click((await dialog('还没有记下新密码')).getByRole('button', { name: '返回' }))
    expect(asksBeforeUnload()).toBe(true)
    await user.click(screen.getByRole('button', { name: '已记下，关闭' }))
    await waitFor(() => expect(screen.queryByText('k7rxw2qmnb4tz8ycd3ph')).toBeNull())
    expect(asksBeforeUnload()).toBe(false)
  })
})

const FORMS: [name: string, address: string, title: string | RegExp, field: string][] = [
  ['a work', '/admin/works?open=1', /^编辑 /, '标题'],
  ['a term', `/admin/terms?open=${makeAdminTerm(1).id}`, /^编辑/, '名称'],
]

describe('a half-edited form', () => {
  it.each(FORMS)('of %s asks before it goes', async (_, address, title, field) => {
    operator()
    serveAdmin({
      works: [makeAdminWork(1)],
      terms: [makeAdminTerm(1)],
    })
    const { user, router } = renderApp(address, { before: ['/index'] })
    const drawer = within(await screen.findByRole('dialog', { name: title }))
    const box = await drawer.findByRole('textbox', { name: field })
    expect(asksBeforeUnload()).toBe(false)
    await user.type(box, '新')
    expect(asksBeforeUnload()).toBe(true)
    for (const leave of [
      () => user.keyboard('{Escape}'),
      () => user.click(drawer.getByRole('button', { name: '关闭' })),
      () => router.navigate(-1),
    ]) {
      await leave()
      const asking = await dialog('放弃修改?')
      expect(asking.getByRole('button', { name: '继续编辑' })).toHaveFocus()
      await user.click(asking.getByRole('button', { name: '继续编辑' }))
      expect(screen.queryByRole('dialog', { name: '放弃修改?' })).toBeNull()
      expect((box as HTMLInputElement).value).toContain('新')
    }
    await user.keyboard('{Escape}')
    await user.click((await dialog('放弃修改?')).getByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asksBeforeUnload()).toBe(false)
  })

  it('of a reply is kept without a question; only the browser asks, before the window is closed', async () => {
    operator()
    serveAdmin({
      queue: [{ ...makeMessage(1), userName: 'reader_1', since: '2026-01-03 08:00:00', entries: 1, tags: [] }],
    })
    const { user, router } = renderApp(`/admin/messages?open=${messageId(1)}`, { before: ['/index'] })
    await user.type(await screen.findByRole('textbox', { name: '回复' }), '半句话')
    expect(asksBeforeUnload()).toBe(true)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asksBeforeUnload()).toBe(false)
    expect(await screen.findByText('[草稿]')).toBeVisible()
    await router.navigate(-1)
    await router.navigate(1)
    await user.click(await screen.findByRole('link', { name: /reader_1/ }))
    await waitFor(async () => expect(await screen.findByRole('textbox', { name: '回复' })).toHaveValue('半句话'))
  })

  it('does not ask once it is saved, or taken back by hand', async () => {
    operator()
    serveAdmin({ works: [makeAdminWork(1)] })
    const { user, router } = renderApp('/admin/works', { before: ['/index'] })
    await user.click(await screen.findByRole('button', { name: /^编辑/ }))
    const title = await screen.findByRole('textbox', { name: '标题' })
    await user.type(title, '新{Backspace}')
    expect(asksBeforeUnload()).toBe(false)
    await user.type(title, '新')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await expectToast('已保存')
    expect(asksBeforeUnload()).toBe(false)
    await router.navigate(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toBe('')
    await router.navigate(-1)
    await waitFor(() => expect(router.state.location.pathname).toBe('/index'))
  })

  it('that is saved after Back went on does not go back once more', async () => {
    operator()
    serveAdmin({ works: [makeAdminWork(1)] })
    const release = hold('works/edit', {})
    const { user, router } = renderApp('/admin/works', { before: ['/index', '/vip'] })
    await user.click(await screen.findByRole('button', { name: /^编辑/ }))
    await user.type(await screen.findByRole('textbox', { name: '标题' }), '新')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByRole('button', { name: '保存中' })
    // As the browser does it when it is too late to ask.
    letPass()
    await router.navigate(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    release()
    await expectToast('已保存')
    expect(router.state.location).toMatchObject({ pathname: '/admin/works', search: '' })
  })

  it('of a new question asks on the way to another page', async () => {
    serveMember()
    serveMessages()
    const { user, router } = renderApp('/message')
    const box = await screen.findByRole('textbox', { name: '新的问题' })
    await user.type(box, '有没有')
    await user.click(screen.getAllByRole('link', { name: '首页' })[0] as HTMLElement)
    await user.click((await dialog('放弃修改?')).getByRole('button', { name: '继续编辑' }))
    expect(router.state.location.pathname).toBe('/message')
    expect(box).toHaveValue('有没有')
    await user.click(screen.getByRole('button', { name: '提交问题' }))
    await expectToast('提交成功')
    expect(asksBeforeUnload()).toBe(false)
    await user.click(screen.getAllByRole('link', { name: '首页' })[0] as HTMLElement)
    await waitFor(() => expect(router.state.location.pathname).toBe('/index'))
  })

  it('of a visitor asks nothing of two quick presses of Escape', async () => {
    serveMember()
    serveMessages()
    const { user } = renderApp('/message')
    await user.type(await screen.findByRole('textbox', { name: '新的问题' }), '有没有')
    await user.keyboard('{Escape}{Escape}')
    expect(await screen.findByText('现在可以关闭此页面。')).toBeVisible()
    expect(asksBeforeUnload()).toBe(false)
    await user.click(screen.getByRole('button', { name: '返回' }))
  })
})

describe('Escape', () => {
  it('closes one dialog at a time and gives the focus back', async () => {
    operator()
    serveMembers([READER])
    const { user } = renderApp('/admin/members')
    const open = await screen.findByRole('button', { name: /^查看/ })
    await user.click(open)
    const days = await screen.findByRole('button', { name: '调整VIP天数' })
    await user.click(days)
    await dialog('调整VIP天数')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: '调整VIP天数' })).toBeNull()
    expect(screen.getByRole('dialog', { name: '会员 reader_5' })).toBeVisible()
    expect(days).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(open).toHaveFocus()
  })

  it('pressed twice does not leave the console', async () => {
    operator()
    serveAdmin({ works: [makeAdminWork(1)] })
    const { user } = renderApp('/admin/works')
    await screen.findByRole('table', { name: '作品' })
    await user.keyboard('{Escape}{Escape}')
    expect(screen.getByRole('table', { name: '作品' })).toBeVisible()
  })
})

describe('a dialog', () => {
  it('says itself what failed: the page behind it is not heard', async () => {
    operator()
    serveAdmin({ works: [makeAdminWork(1)] })
    server.use(http.post(`${ADMIN}/works/edit`, () => failure(400, 402, '标题太长')))
    const { user } = renderApp('/admin/works?open=1')
    const title = await screen.findByRole('textbox', { name: '标题' })
    await user.type(title, '新')
    await user.click(screen.getByRole('button', { name: '保存' }))
    const message = await screen.findByText('标题太长')
    const drawer = screen.getByRole('dialog')
    expect(drawer).toContainElement(message)
    expect(message.closest('[aria-live="polite"]')).not.toBeNull()
  })
})

describe('without a secure connection', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('days of VIP can be given', async () => {
    const { subtle, getRandomValues } = crypto
    vi.stubGlobal('crypto', { subtle, getRandomValues: getRandomValues.bind(crypto) })
    operator()
    serveMembers([READER])
    const { user } = renderApp(`/admin/members?open=${READER.id}`)
    await user.click(await screen.findByRole('button', { name: '调整VIP天数' }))
    const form = await dialog('调整VIP天数')
    await user.type(form.getByRole('textbox', { name: '天数' }), '3')
    await user.type(form.getByRole('textbox', { name: '原因' }), '补偿')
    await user.click(form.getByRole('button', { name: '确定' }))
    await expectToast('VIP天数已调整')
    expect(await sent('/members/days')[0]?.json()).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{32}$/) })
  })
})
