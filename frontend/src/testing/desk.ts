import { HttpResponse, http } from 'msw'
import type { AuditEntry, Dashboard, DeskReport, DeskWork, MessageEntry, QueuedMessage } from '@/shared/api/types.ts'
import { makeDashboard, makeUserInfo, makeWorkSheet } from './factories.ts'
import { API, failure, server } from './server.ts'

/** Where the operators' calls live, as an address pattern. */
export const ADMIN = '*/prod-api/admin'

const done = (more: object = {}) => HttpResponse.json({ code: 200, msg: '操作成功', ...more })

/** One page of rows, as the API cuts it. */
export function listOf<Row>(rows: readonly Row[], request: Request) {
  const query = new URL(request.url).searchParams
  const size = Number(query.get('pageSize'))
  const start = (Number(query.get('pageNum')) - 1) * size
  return done({ rows: rows.slice(start, start + size), total: rows.length })
}

/** Lets the caller be somebody with these permissions. */
export function servePermissions(permissions: string[]): void {
  server.use(
    http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ permissions, roles: ['support'] }))),
  )
}

/** What the API of the tests knows behind the console. */
export interface Desk {
  queue: QueuedMessage[]
  entries: MessageEntry[]
  works: DeskWork[]
  reports: DeskReport[]
  audit: AuditEntry[]
  dashboard: Dashboard
}

/** Serves the calls of the console; what is changed shows in the next answers. */
export function serveDesk(change: Partial<Desk> = {}): Desk {
  const desk: Desk = {
    queue: [],
    entries: [],
    works: [],
    reports: [],
    audit: [],
    dashboard: makeDashboard(),
    ...change,
  }
  const put = (id: string, state: Partial<DeskWork>) => {
    desk.works = desk.works.map((work) => (work.id === id ? { ...work, ...state } : work))
    return done()
  }
  const move = (call: string, state: Partial<DeskWork>) =>
    http.post(`${ADMIN}/works/${call}`, async ({ request }) =>
      put(((await request.json()) as { id: string }).id, state),
    )
  server.use(
    http.get(`${ADMIN}/messages`, ({ request }) => {
      const status = new URL(request.url).searchParams.get('status')
      return listOf(
        desk.queue.filter((row) => status === null || String(row.status) === status),
        request,
      )
    }),
    http.get(`${ADMIN}/messages/:id`, ({ params }) => {
      const row = desk.queue.find(({ id }) => id === params.id)
      if (!row) return failure(404, 404, '')
      return done({ rows: desk.entries, total: desk.entries.length, userName: row.userName, status: row.status })
    }),
    http.post(`${ADMIN}/messages/reply`, async ({ request }) => {
      const { id, message } = (await request.json()) as { id: string; message: string }
      desk.entries = [...desk.entries, { type: 1, message, createTime: '2026-01-03 08:00:00' }]
      desk.queue = desk.queue.map((row) => (row.id === id ? { ...row, status: 1 } : row))
      return done()
    }),
    http.post(`${ADMIN}/messages/close`, async ({ request }) => {
      const { id } = (await request.json()) as { id: string }
      desk.queue = desk.queue.map((row) => (row.id === id ? { ...row, status: 9 } : row))
      return done()
    }),
    http.get(`${ADMIN}/works`, ({ request }) => listOf(desk.works, request)),
    http.get(`${ADMIN}/works/:id`, () => done({ data: makeWorkSheet() })),
    http.post(`${ADMIN}/works/edit`, async ({ request }) => {
      const { id, title } = (await request.json()) as { id: string; title?: string }
      return put(id, title ? { title } : {})
    }),
    move('hide', { hidden: 1 }),
    move('restore', { hidden: 0, takenDown: 0 }),
    move('takedown', { hidden: 1, takenDown: 1 }),
    http.get(`${ADMIN}/reports`, ({ request }) => {
      const status = new URL(request.url).searchParams.get('status')
      return listOf(
        desk.reports.filter((row) => row.status === status),
        request,
      )
    }),
    http.post(`${ADMIN}/reports/decide`, async ({ request }) => {
      const { id, ...decided } = (await request.json()) as { id: string; decision: string; note?: string }
      desk.reports = desk.reports.map((row) => (row.id === id ? { ...row, status: 'done', ...decided } : row))
      return done()
    }),
    http.get(`${ADMIN}/dashboard`, () => done({ data: desk.dashboard })),
    http.get(`${ADMIN}/audit`, ({ request }) => listOf(desk.audit, request)),
  )
  return desk
}
