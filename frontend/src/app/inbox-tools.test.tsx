import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AT_FIRST, conversation, openInbox, queueRows, replyTo, sentTo } from '@/testing/inbox.ts'
import { requests } from '@/testing/server.ts'

const bodies = (path: string) =>
  Promise.all(sentTo(path).map(async (request) => JSON.parse(await request.clone().text()) as object))

it('a question is taken, and given back', async () => {
  const { user } = openInbox({ at: AT_FIRST })
  const talk = await conversation(1)
  expect(await talk.findByText('无人处理')).toBeVisible()
  await user.click(talk.getByRole('button', { name: '由我处理' }))
  expect(await talk.findByText('lin_xia 处理')).toBeVisible()
  await waitFor(async () => expect((await queueRows())[0]).toHaveTextContent('lin_xia 处理'))
  await user.click(talk.getByRole('button', { name: '不再处理' }))
  expect(await talk.findByText('无人处理')).toBeVisible()
  expect(await bodies('/messages/edit')).toMatchObject([{ assignee: 'lin_xia', version: 2 }, { assignee: '' }])
})

it('the queue is filtered by who handles it', async () => {
  const { user, admin, router } = openInbox()
  admin.queue = admin.queue.map((row, index) => (index === 0 ? { ...row, assignee: 'wang' } : row))
  await user.click(await screen.findByRole('link', { name: '无人处理' }))
  await waitFor(async () => expect(await queueRows()).toHaveLength(2))
  expect(router.state.location.search).toBe('?assigned=nobody')
})

it('tags and notes are added in dialogs', async () => {
  const { user } = openInbox({ at: AT_FIRST })
  const talk = await conversation(1)
  await user.click(await talk.findByRole('button', { name: '标签' }))
  const tags = within(await screen.findByRole('dialog', { name: '标签' }))
  await user.type(tags.getByRole('textbox', { name: '标签，用空格隔开' }), '1 2 3 4 5 6')
  await user.click(tags.getByRole('button', { name: '保存' }))
  expect(await tags.findByText('最多5个标签')).toBeVisible()
  await user.clear(tags.getByRole('textbox', { name: '标签，用空格隔开' }))
  await user.type(tags.getByRole('textbox', { name: '标签，用空格隔开' }), '付款，VIP 付款')
  await user.click(tags.getByRole('button', { name: '保存' }))
  expect(await talk.findByText('付款')).toBeVisible()
  await user.click(talk.getByRole('button', { name: '备注' }))
  const note = within(await screen.findByRole('dialog', { name: '备注' }))
  await user.click(note.getByRole('button', { name: '添加' }))
  expect(await note.findByText('请填写备注')).toBeVisible()
  await user.type(note.getByRole('textbox', { name: '备注' }), '第二个账号')
  await user.click(note.getByRole('button', { name: '添加' }))
  const notes = within(await talk.findByRole('list', { name: '备注，会员看不到' }))
  expect(notes.getByText(/第二个账号/)).toBeVisible()
  expect(await bodies('/messages/edit')).toMatchObject([{ tags: ['付款', 'VIP'] }, { note: '第二个账号' }])
})

it('a dialog that is opened while another change is saved stays open', async () => {
  const { user } = openInbox({ at: AT_FIRST })
  const talk = await conversation(1)
  await user.click(await talk.findByRole('button', { name: '由我处理' }))
  await user.click(talk.getByRole('button', { name: '标签' }))
  expect(await talk.findByText('lin_xia 处理')).toBeVisible()
  expect(screen.getByRole('dialog', { name: '标签' })).toBeVisible()
})

it('says who else is answering, and tells the others of oneself', async () => {
  const { user, admin } = openInbox({ at: AT_FIRST })
  admin.answering = ['wang']
  const reply = await replyTo(1)
  expect(await (await conversation(1)).findByText('wang 正在回复')).toBeVisible()
  const answering = () => requests.filter(({ url }) => new URL(url).searchParams.get('answering') === '1')
  expect(answering()).toHaveLength(0)
  await user.type(reply, '您好')
  // Any of the next loads tells it.
  await user.click(screen.getByRole('button', { name: '由我处理' }))
  await waitFor(() => expect(answering()).not.toHaveLength(0))
})

it('a closed question is open again', async () => {
  const { user } = openInbox({ at: `${AT_FIRST}&status=9`, change: { status: 9 } })
  await user.click(await (await conversation(1)).findByRole('button', { name: '重新打开' }))
  const reply = await replyTo(1)
  await waitFor(() => expect(reply).toHaveFocus())
  expect(await bodies('/messages/edit')).toMatchObject([{ reopen: true }])
})
