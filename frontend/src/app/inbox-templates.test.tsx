import { screen, within } from '@testing-library/react'
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
    // The one used last comes first.
    expect(JSON.parse(localStorage.getItem('yingku.replyTemplates') ?? '')).toEqual([...TEMPLATES].reverse())
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
    await user.click(screen.getByRole('button', { name: 'reader_1 您好，已经补上' }))
    await user.click(screen.getByRole('button', { name: '发送并下一条' }))
    await conversation(2)
    expect(await sentReplies()).toMatchObject([{ message: 'reader_1 您好，已经补上' }])
  })

  it('comes after what is written already, and takes the place of another one', async () => {
    const { user } = openInbox({ at: AT_FIRST })
    const reply = await replyTo(1)
    await user.click(screen.getByRole('button', { name: '请提供订单号' }))
    await user.click(screen.getByRole('button', { name: 'reader_1 您好，已经补上' }))
    expect(reply).toHaveValue('reader_1 您好，已经补上')
    await user.type(reply, '。')
    await user.click(screen.getByRole('button', { name: '请提供订单号' }))
    expect(reply).toHaveValue('reader_1 您好，已经补上。\n请提供订单号')
  })

  it('is kept and deleted in a dialog', async () => {
    const { user } = openInbox({ at: AT_FIRST })
    await user.type(await replyTo(1), '{{name}，字幕已对齐')
    await user.click(screen.getByRole('button', { name: /^管理/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '常用回复' }))
    await user.click(dialog.getByRole('button', { name: '把当前回复存为常用' }))
    expect(dialog.getAllByRole('listitem')[0]).toHaveTextContent('{name}，字幕已对齐')
    await user.click(dialog.getByRole('button', { name: '删除常用回复 请提供订单号' }))
    expect(dialog.getAllByRole('listitem')).toHaveLength(2)
    await user.click(dialog.getByRole('button', { name: '关闭' }))
    await user.click(screen.getByRole('button', { name: '发送' }))
    await expectToast('回复已发送')
    expect(await sentReplies()).toMatchObject([{ message: 'reader_1，字幕已对齐' }])
  })
})
