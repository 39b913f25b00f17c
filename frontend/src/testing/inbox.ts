import { screen, within } from '@testing-library/react'
import type { AdminMessage } from '@/shared/api/types.ts'
import { type Admin, serveAdmin, servePermissions } from './admin.ts'
import { makeMessage, messageId } from './factories.ts'
import { serveMember } from './member.ts'
import { renderApp } from './render-app.tsx'
import { requests } from './server.ts'
import { showAt } from './window-width.ts'

/** The templates of all operators. */
export const TEMPLATES = ['{用户名} 您好，已经补上', '请提供订单号']

/** The query of the first conversation. */
export const AT_FIRST = `?open=${messageId(1)}`

/** A question in the queue; the number makes id, member and text. */
export function makeQueued(index: number, change: Partial<AdminMessage> = {}): AdminMessage {
  const { unread: _, ...message } = makeMessage(index)
  return { ...message, userName: `reader_${index}`, since: message.updateTime, entries: 1, tags: [], ...change }
}

interface InboxOptions {
  /** Number of questions. */
  count?: number
  /** Of the window. */
  width?: number
  permissions?: string[]
  /** The query of the address. */
  at?: string
  /** What all questions have in common. */
  change?: Partial<AdminMessage>
}

/** Renders an inbox with templates, in a window of some width. */
export function openInbox(options: InboxOptions = {}): ReturnType<typeof renderApp> & { admin: Admin } {
  const { count = 3, width = 1440, permissions = ['messages:reply'], at = '', change = {} } = options
  showAt(width)
  serveMember()
  servePermissions(permissions)
  const admin = serveAdmin({
    queue: Array.from({ length: count }, (_, index) => makeQueued(index + 1, change)),
    entries: [{ type: 0, message: '有吗？', createTime: '2026-01-02 08:00:00' }],
    templates: { version: 1, templates: TEMPLATES },
  })
  return { admin, ...renderApp(`/admin/messages${at}`) }
}

/** The rows of the queue. */
export async function queueRows(): Promise<HTMLElement[]> {
  return within(await screen.findByRole('region', { name: '留言列表' })).findAllByRole('listitem')
}

/** The open conversation beside the queue, once it is that of this number. */
export async function conversation(index: number) {
  return within(await screen.findByRole('region', { name: `与 reader_${index} 的沟通` }))
}

/** The reply in the conversation of this number. */
export async function replyTo(index: number): Promise<HTMLElement> {
  return (await conversation(index)).findByRole('textbox', { name: '回复' })
}

/** The calls of the console to a path. */
export function sentTo(path: string): Request[] {
  return requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
}

/** The replies that were sent. */
export function sentReplies(): Promise<object[]> {
  return Promise.all(sentTo('/messages/reply').map(async (request) => JSON.parse(await request.clone().text())))
}
