import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { AdminMessage, AdminPlan, AdminWorkDetail } from '@/shared/api/types.ts'
import { ADMIN, listOf, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeAdminPlan, makeAdminWork, makeAdminWorkDetail, makeMessage } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { makeAdminMember, makeMemberDetail, serveMembers } from '@/testing/people.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const done = (more: object = {}) => HttpResponse.json({ code: 200, msg: '操作成功', ...more })
const conflict = () => failure(409, 402, '其他人刚刚改过，请核对后再保存', { error: 'edit_conflict' })

function operator(...permissions: string[]) {
  serveMember()
  servePermissions(permissions)
}

/** Keeps what is sent to a call, and refuses what is not based on the version there is. */
function takeEdits(path: string, version: () => number | undefined) {
  const edits: (Record<string, unknown> & { version: number })[] = []
  server.use(
    http.post(`${ADMIN}/${path}`, async ({ request }) => {
      const edit = (await request.json()) as (typeof edits)[number]
      edits.push(edit)
      return edit.version === version() ? done() : conflict()
    }),
  )
  return edits
}

/** Serves one work that somebody else can change, and keeps what is sent about it. */
function serveWork() {
  let detail = makeAdminWorkDetail()
  serveAdmin({ works: [makeAdminWork(1)] })
  server.use(http.get(`${ADMIN}/works/:id`, () => done({ data: detail })))
  const edits = takeEdits('works/edit', () => detail.version)
  const other = (change: Partial<AdminWorkDetail>) => {
    detail = { ...detail, ...change, version: detail.version + 1 }
  }
  return { edits, other }
}

async function openWork() {
  const { user, ...rest } = renderApp('/admin/works')
  await user.click(await screen.findByRole('button', { name: '编辑 ABCD-1' }))
  const drawer = within(await screen.findByRole('dialog', { name: '编辑 ABCD-1' }))
  await drawer.findByLabelText('标题')
  return { user, drawer, ...rest }
}

/** Holds the answers to GET of `path` back until `open` is called. */
function holdBack(path: string) {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  // Answers nothing itself: the call goes on to who serves it.
  server.use(http.get(`${ADMIN}/${path}`, () => opened))
  return open
}

it('shows what somebody else has changed of a work, lets one choose, and saves again on top of it', async () => {
  operator('works:edit')
  const { edits, other } = serveWork()
  const { user, drawer } = await openWork()
  const title = drawer.getByLabelText('标题')
  await user.clear(title)
  await user.type(title, '我的标题')
  await user.clear(drawer.getByLabelText('时长（分钟）'))
  await user.type(drawer.getByLabelText('时长（分钟）'), '90')
  other({ title: '对方的标题', tags: [{ name: 'City', nameCn: '', group: '' }], isOnline: 1 })
  await user.click(drawer.getByRole('button', { name: '保存' }))

  const panel = within(await drawer.findByRole('alert', { name: '其他人刚刚改过' }))
  expect(panel.getByText('对方的标题')).toBeVisible()
  expect(panel.getByText('我的标题')).toBeVisible()
  expect(panel.getByText('可在线观看')).toBeVisible()
  // What only they have changed is in the form; what both have is mine until I say otherwise.
  expect(within(drawer.getByRole('list', { name: '已选类别' })).getByText('City')).toBeVisible()
  expect(drawer.queryByRole('button', { name: '去掉 Drama' })).toBeNull()
  expect(title).toHaveValue('我的标题')
  expect(panel.getByRole('radio', { name: '保留我的' })).toBeChecked()
  await user.click(panel.getByRole('radio', { name: '采用对方的' }))
  expect(title).toHaveValue('对方的标题')
  await user.click(panel.getByRole('radio', { name: '保留我的' }))
  await user.click(drawer.getByRole('button', { name: '保存' }))
  await expectToast('已保存')
  const mine = { id: makeAdminWorkDetail().id, knownTermsOnly: true, title: '我的标题', duration: 90 }
  expect(edits).toEqual([
    { ...mine, version: 1 },
    { ...mine, version: 2 },
  ])
})

it('does not take what came meanwhile for an edit of mine', async () => {
  operator('works:edit')
  const { edits, other } = serveWork()
  const { user, drawer, client } = await openWork()
  other({ mp4: 'clips/other.mp4' })
  await client.invalidateQueries()
  await user.type(drawer.getByLabelText('标题'), '二')
  await user.click(drawer.getByRole('button', { name: '保存' }))
  expect(await drawer.findByText('与您的改动没有冲突，再次保存即可。')).toBeVisible()
  await user.click(drawer.getByRole('button', { name: '保存' }))
  await expectToast('已保存')
  expect(edits.map((edit) => Object.keys(edit))).toEqual([
    ['id', 'version', 'knownTermsOnly', 'title'],
    ['id', 'version', 'knownTermsOnly', 'title'],
  ])
})

it('saves by Ctrl+Enter', async () => {
  operator('works:edit')
  const { edits } = serveWork()
  const { user, drawer } = await openWork()
  await user.type(drawer.getByLabelText('标题'), '二{Control>}{Enter}{/Control}')
  await expectToast('已保存，这是最后一部')
  expect(edits).toHaveLength(1)
})

it('shows what somebody else has changed of a plan', async () => {
  operator('plans:edit')
  let plan: AdminPlan = makeAdminPlan(1)
  server.use(http.get(`${ADMIN}/plans`, ({ request }) => listOf([plan], request)))
  const edits = takeEdits('plans/edit', () => plan.version)
  const { user } = renderApp('/admin/plans')
  await user.click(await screen.findByRole('button', { name: '编辑 套餐1' }))
  const drawer = within(await screen.findByRole('dialog', { name: '编辑 套餐1' }))
  await user.clear(drawer.getByLabelText('现价（元）'))
  await user.type(drawer.getByLabelText('现价（元）'), '88.00')
  plan = { ...plan, price: '90.00', onSale: false, version: 2 }
  await user.click(drawer.getByRole('button', { name: '保存' }))
  const panel = within(await drawer.findByRole('alert', { name: '其他人刚刚改过' }))
  expect(panel.getByText('已下架')).toBeVisible()
  await user.click(panel.getByRole('radio', { name: '采用对方的' }))
  await user.clear(drawer.getByLabelText('天数'))
  await user.type(drawer.getByLabelText('天数'), '40')
  await user.click(drawer.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(edits[1]).toEqual({ id: plan.id, version: 2, days: 40 })
})

it('says that somebody else has changed a member, and asks again', async () => {
  operator('users:manage')
  const details = [makeMemberDetail(makeAdminMember(1))]
  serveMembers(details)
  const sent = takeEdits('members/days', () => details[0]?.version)
  const { user } = renderApp('/admin/members')
  await user.click(await screen.findByRole('button', { name: /reader_1/ }))
  await user.click(await screen.findByRole('button', { name: '调整VIP天数' }))
  const dialog = within(await screen.findByRole('dialog', { name: '调整VIP天数' }))
  await user.type(dialog.getByLabelText('天数'), '30')
  await user.type(dialog.getByLabelText('原因'), '补偿')
  details[0] = makeMemberDetail(makeAdminMember(1), { vipUntil: '2026-03-01 08:00:00', version: 2 })
  await user.click(dialog.getByRole('button', { name: '确定' }))
  const panel = within(await dialog.findByRole('alert', { name: '其他人刚刚改过' }))
  expect(panel.getByText('2026-03-01 08:00:00')).toBeVisible()
  await user.click(await dialog.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ days: 30, version: 2 })
})

it('asks an agent to look before a reply to what has changed goes out', async () => {
  operator('messages:reply')
  const { unread: _, ...message } = makeMessage(1)
  const row: AdminMessage = {
    ...message,
    status: 0,
    userName: 'reader_1',
    since: message.updateTime,
    entries: 1,
    tags: [],
  }
  const admin = serveAdmin({ queue: [row], entries: [{ type: 0, message: '有吗？', createTime: message.createTime }] })
  const replies = takeEdits('messages/reply', () => admin.entries.length + 1)
  const { user } = renderApp('/admin/messages')
  await user.click(await screen.findByRole('link', { name: /reader_1/ }))
  const drawer = within(await screen.findByRole('dialog', { name: '与 reader_1 的沟通' }))
  await user.type(await drawer.findByLabelText('回复'), '有的')
  admin.entries = [...admin.entries, { type: 1, message: '同事已答', createTime: message.createTime }]
  await user.click(drawer.getByRole('button', { name: '发送' }))
  expect(await drawer.findByText('同事已答')).toBeVisible()
  expect(await drawer.findByRole('alert')).toHaveTextContent('对话有新内容')
  expect(drawer.getByLabelText('回复')).toHaveValue('有的')
  expect(drawer.getByRole('button', { name: '发送' })).toBeDisabled()
  await user.click(drawer.getByRole('button', { name: '看过了' }))
  await user.click(drawer.getByRole('button', { name: '发送' }))
  await waitFor(() => expect(replies.map(({ version }) => version)).toEqual([2, 3]))
  expect(requests.length).toBeGreaterThan(0)
})

describe('one’s own change is not taken for somebody else’s, however quickly the next one follows', () => {
  it('of a member', async () => {
    operator('users:manage')
    const details = [makeMemberDetail(makeAdminMember(5))]
    serveMembers(details)
    const days = takeEdits('members/days', () => details[0]?.version)
    const { user } = renderApp('/admin/members')
    await user.click(await screen.findByRole('button', { name: /reader_5/ }))
    await user.click(await screen.findByRole('button', { name: '停用' }))
    const asking = within(await screen.findByRole('dialog', { name: '停用会员?' }))
    await user.type(asking.getByLabelText('原因'), '多次违规')
    const open = holdBack('members/:id')
    server.use(
      http.post(`${ADMIN}/members/disable`, () => {
        details[0] = makeMemberDetail(makeAdminMember(5), { disabled: 1, version: 2 })
        return done()
      }),
    )
    await user.click(asking.getByRole('button', { name: '停用' }))
    expect(await asking.findByRole('button', { name: /处理中/ })).toBeVisible()
    open()
    await expectToast('会员已停用')
    await user.click(await screen.findByRole('button', { name: '调整VIP天数' }))
    const dialog = within(await screen.findByRole('dialog', { name: '调整VIP天数' }))
    await user.type(dialog.getByLabelText('天数'), '30')
    await user.type(dialog.getByLabelText('原因'), '补偿')
    await user.click(dialog.getByRole('button', { name: '确定' }))
    await expectToast('VIP天数已调整')
    expect(days.map(({ version }) => version)).toEqual([2])
  })

  it('of a plan', async () => {
    operator('plans:edit')
    let plan: AdminPlan = makeAdminPlan(1)
    server.use(
      http.get(`${ADMIN}/plans`, ({ request }) => listOf([plan], request)),
      http.post(`${ADMIN}/plans/edit`, async ({ request }) => {
        const { version, ...change } = (await request.json()) as AdminPlan
        if (version !== plan.version) return conflict()
        plan = { ...plan, ...change, version: version + 1 }
        return done()
      }),
    )
    const { user } = renderApp('/admin/plans')
    await user.click(await screen.findByRole('button', { name: '下架 套餐1' }))
    const open = holdBack('plans')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '下架' }))
    await waitFor(() => expect(plan.onSale).toBe(false))
    expect(screen.getByRole('dialog')).toBeVisible()
    open()
    await expectToast('套餐已下架')
    await user.click(await screen.findByRole('button', { name: '上架 套餐1' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '上架' }))
    await expectToast('套餐已上架')
    expect(plan).toMatchObject({ onSale: true, version: 3 })
  })

  it('of a conversation', async () => {
    operator('messages:reply')
    const { unread: _, ...message } = makeMessage(1)
    const row: AdminMessage = {
      ...message,
      status: 0,
      userName: 'reader_1',
      since: message.updateTime,
      entries: 1,
      tags: [],
    }
    const admin = serveAdmin({
      queue: [row],
      entries: [{ type: 0, message: '有吗？', createTime: message.createTime }],
    })
    const replies: number[] = []
    server.use(
      http.post(`${ADMIN}/messages/reply`, async ({ request }) => {
        const { version, message: text } = (await request.json()) as { version: number; message: string }
        replies.push(version)
        admin.entries = [...admin.entries, { type: 1, message: text, createTime: message.createTime }]
        return done()
      }),
    )
    const { user } = renderApp('/admin/messages')
    await user.click(await screen.findByRole('link', { name: /reader_1/ }))
    const drawer = within(await screen.findByRole('dialog', { name: '与 reader_1 的沟通' }))
    const reply = await drawer.findByLabelText('回复')
    await user.type(reply, '有的')
    const open = holdBack('messages/:id')
    await user.click(drawer.getByRole('button', { name: '发送' }))
    await waitFor(() => expect(replies).toHaveLength(1))
    expect(reply).toHaveValue('有的')
    open()
    await waitFor(() => expect(reply).toHaveValue(''))
    expect(drawer.queryByRole('alert')).toBeNull()
    await user.type(reply, '还有')
    await user.click(drawer.getByRole('button', { name: '发送' }))
    await waitFor(() => expect(replies).toEqual([2, 3]))
  })
})
