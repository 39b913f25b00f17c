import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { messageId } from '@/testing/factories.ts'
import { AT_FIRST, conversation, openInbox, replyTo, sentReplies, sentTo, TEMPLATES } from '@/testing/inbox.ts'
import { expectToast } from '@/testing/toasts.ts'

describe('a template', () => {
  it('is chosen by keys: / and Ctrl+Enter answer and go on', async () => {
    const { user } = openInbox({ at: AT_FIRST })
    await replyTo(1)
    await user.keyboard('/')
    const reply = await replyTo(1)
    const list = within(await screen.findByRole('listbox', { name: '常用回复' }))
    const option = list.getByRole('option', { name: 'reader_1 您好，已经补上', selected: true })
    expect(reply).toHaveFocus()
    expect(reply).toHaveAttribute('aria-activedescendant', option.id)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await conversation(2)
    expect(await sentReplies()).toMatchObject([{ id: messageId(1), message: 'reader_1 您好，已经补上' }])
  })

  it('is found by a part of it, and filled in by Enter to be changed', async () => {
    const { user } = openInbox({ at: AT_FIRST })
    const reply = await replyTo(1)
    await user.type(reply, '/')
    const list = within(screen.getByRole('listbox', { name: '常用回复' }))
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(list.getByRole('option', { selected: true })).toHaveTextContent('请提供订单号')
    await user.keyboard('订单')
    expect(list.getAllByRole('option')).toHaveLength(1)
    await user.keyboard('{Enter}')
    expect(reply).toHaveValue('请提供订单号')
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.keyboard('，谢谢{Control>}{Enter}{/Control}')
    await conversation(2)
    expect(await sentReplies()).toMatchObject([{ message: '请提供订单号，谢谢' }])
  })

  it('does not go out as the text that looked for it', async () => {
    const { user } = openInbox({ at: AT_FIRST })
    await user.type(await replyTo(1), '/没有这一条{Control>}{Enter}{/Control}')
    expect(await screen.findByText('请选择一条常用回复，或按 Esc 关闭列表')).toBeVisible()
    expect(sentTo('/messages/reply')).toHaveLength(0)
    await user.keyboard('{Escape}{Control>}{Enter}{/Control}')
    await conversation(2)
    expect(await sentReplies()).toMatchObject([{ message: '/没有这一条' }])
  })

  it('takes two presses: itself and 发送并下一条', async () => {
    const { user } = openInbox({ at: AT_FIRST })
    await replyTo(1)
    await user.click(await screen.findByRole('button', { name: 'reader_1 您好，已经补上' }))
    await user.click(screen.getByRole('button', { name: '发送并下一条' }))
    await conversation(2)
    expect(await sentReplies()).toMatchObject([{ message: 'reader_1 您好，已经补上' }])
  })

  it('comes after what is written already, and takes the place of another one', async () => {
    const { user } = openInbox({ at: AT_FIRST })
    const reply = await replyTo(1)
    await user.click(await screen.findByRole('button', { name: '请提供订单号' }))
    await user.click(screen.getByRole('button', { name: 'reader_1 您好，已经补上' }))
    expect(reply).toHaveValue('reader_1 您好，已经补上')
    await user.type(reply, '。')
    await user.click(screen.getByRole('button', { name: '请提供订单号' }))
    expect(reply).toHaveValue('reader_1 您好，已经补上。\n请提供订单号')
  })

  it('is kept and deleted for everybody in a dialog', async () => {
    const { user, admin } = openInbox({ at: AT_FIRST })
    await user.type(await replyTo(1), '{{用户名}，字幕已对齐')
    await user.click(screen.getByRole('button', { name: /^管理/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '常用回复' }))
    await user.click(await dialog.findByRole('button', { name: '把当前回复存为常用' }))
    await waitFor(() => expect(dialog.getAllByRole('listitem')[0]).toHaveTextContent('{用户名}，字幕已对齐'))
    await user.click(dialog.getByRole('button', { name: '删除常用回复 请提供订单号' }))
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(2))
    expect(admin.templates).toEqual({ version: 3, templates: ['{用户名}，字幕已对齐', TEMPLATES[0]] })
    await user.click(dialog.getByRole('button', { name: '关闭' }))
    await user.click(screen.getByRole('button', { name: '发送' }))
    await expectToast('回复已发送')
    expect(await sentReplies()).toMatchObject([{ message: 'reader_1，字幕已对齐' }])
  })

  it('that somebody else has changed meanwhile is loaded again', async () => {
    const { user, admin } = openInbox({ at: AT_FIRST })
    await user.type(await replyTo(1), '已补上')
    await user.click(screen.getByRole('button', { name: /^管理/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '常用回复' }))
    await dialog.findByText('请提供订单号')
    admin.templates = { version: 7, templates: ['别人的'] }
    await user.click(dialog.getByRole('button', { name: '把当前回复存为常用' }))
    await expectToast('常用回复刚被别人修改，请再试一次')
    expect(await dialog.findByText('别人的')).toBeVisible()
  })

  it('of this device from before is shared once, with the new placeholders', async () => {
    const key = 'yingku.replyTemplates'
    localStorage.setItem(key, JSON.stringify(['{name} 您好，{date} 补上']))
    window.dispatchEvent(new StorageEvent('storage', { key }))
    const { user, admin } = openInbox({ at: AT_FIRST })
    await replyTo(1)
    await user.click(screen.getByRole('button', { name: /^管理/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '常用回复' }))
    await user.click(await dialog.findByRole('button', { name: '共享本机以前的 1 条' }))
    await waitFor(() => expect(admin.templates.templates).toEqual([...TEMPLATES, '{用户名} 您好，{日期} 补上']))
    await waitFor(() => expect(dialog.queryByRole('button', { name: /共享本机/ })).toBeNull())
    expect(localStorage.getItem(key)).toBeNull()
  })

  it('is not sent while a placeholder has no value', async () => {
    const { user } = openInbox({ at: AT_FIRST })
    await user.type(await replyTo(1), '订单 {{订单号} 已到账')
    await user.click(screen.getByRole('button', { name: '发送' }))
    expect(await screen.findByText('没有可以代替{订单号}的内容，请改写后发送')).toBeVisible()
    expect(sentTo('/messages/reply')).toHaveLength(0)
  })
})
