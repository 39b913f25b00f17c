import { HttpResponse, http } from 'msw'
import type { Schemas } from '@/shared/api/contract.ts'
import type { Message } from '@/shared/api/types.ts'
import { makeMessage, messageId } from './factories.ts'
import { API, failure, server } from './server.ts'

/** Conversations in the test API. */
export interface Support {
  messages: Message[]
  /** Further entries, by question. */
  entries: Map<string, Schemas['MessageEntry'][]>
}

const done = (more: object = {}) => HttpResponse.json({ code: 200, msg: '操作成功', ...more })
const at = '2026-01-03 08:00:00'

/** Serves a member's questions to support. */
export function serveMessages(change: Partial<Support> = {}): Support {
  const support: Support = { messages: [], entries: new Map(), ...change }
  const put = (id: string, state: Partial<Message>) => {
    support.messages = support.messages.map((known) => (known.id === id ? { ...known, ...state } : known))
  }
  server.use(
    http.post(`${API}/message`, async ({ request }) => {
      const { message } = (await request.json()) as { message: string }
      const index = 1000 + support.messages.length
      support.messages = [makeMessage(index, { message }), ...support.messages]
      return done({ msg: '提交成功', data: { id: messageId(index) } })
    }),
    http.post(`${API}/message/data`, async ({ request }) => {
      const { messageId: id, message } = (await request.json()) as { messageId: string; message: string }
      support.entries.set(id, [...(support.entries.get(id) ?? []), { type: 0, message, createTime: at }])
      put(id, { status: 0 })
      return done({ msg: '提交成功' })
    }),
    http.post(`${API}/message/update`, async ({ request }) => {
      const { id } = (await request.json()) as { id: string }
      put(id, { status: 9 })
      return done({ msg: '已关闭该话题' })
    }),
    http.get(`${API}/message/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const size = Number(query.get('pageSize'))
      const start = (Number(query.get('pageNum')) - 1) * size
      return done({ rows: support.messages.slice(start, start + size), total: support.messages.length })
    }),
    http.get(`${API}/message/:id`, ({ params }) => {
      const question = support.messages.find(({ id }) => id === params.id)
      if (!question) return failure(404, 404, '')
      put(question.id, { unread: false })
      const first = { type: 0, message: question.message, createTime: question.createTime }
      return done({ rows: [first, ...(support.entries.get(question.id) ?? [])] })
    }),
  )
  return support
}
