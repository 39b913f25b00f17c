import { HttpResponse, http } from 'msw'
import type {
  AuditEntry,
  Dashboard,
  DeskReport,
  DeskTerm,
  DeskWork,
  MessageEntry,
  QueuedMessage,
} from '@/shared/api/types.ts'
import { makeDashboard, makeDeskTerm, makeDeskWork, makeUserInfo, makeWorkSheet } from './factories.ts'
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
  terms: DeskTerm[]
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
    terms: [],
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
      return done({
        rows: desk.entries,
        total: desk.entries.length,
        userName: row.userName,
        status: row.status,
        version: desk.entries.length + 1,
      })
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
    http.post(`${ADMIN}/works/create`, async ({ request }) => {
      const work = (await request.json()) as DeskWork
      if (desk.works.some(({ number }) => number === work.number))
        return failure(409, 402, '该频道已有此番号', { error: 'number_taken' })
      desk.works = [makeDeskWork(99, work), ...desk.works]
      return done({ data: { id: makeDeskWork(99).id } })
    }),
    ...termCalls(desk),
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
    http.post(`${ADMIN}/reports/decisions`, async ({ request }) => {
      const { ids, ...decided } = (await request.json()) as { ids: string[]; decision: string; note?: string }
      desk.reports = desk.reports.map((row) => (ids.includes(row.id) ? { ...row, status: 'done', ...decided } : row))
      return done({ data: { decided: ids.length, skipped: 0 } })
    }),
    http.get(`${ADMIN}/dashboard`, () => done({ data: desk.dashboard })),
    http.get(`${ADMIN}/audit`, ({ request }) => listOf(desk.audit, request)),
  )
  return desk
}

/** The calls about terms. */
function termCalls(desk: Desk) {
  const taken = (name: string) => desk.terms.find((term) => term.name === name)
  const refusal = ({ name, count }: DeskTerm) =>
    failure(409, 402, `该频道已有词条「${name}」（${count} 部作品），可以将两个词条合并`, { error: 'term_taken' })
  return [
    http.get(`${ADMIN}/terms`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const matches = (term: DeskTerm) =>
        [null, String(term.kind)].includes(query.get('kind')) && term.name.includes(query.get('keyword') ?? '')
      return listOf(desk.terms.filter(matches), request)
    }),
    http.get(`${ADMIN}/terms/:id`, ({ params }) => {
      const term = desk.terms.find(({ id }) => id === params.id)
      return term ? done({ data: { ...term, formerNames: ['旧名'] } }) : failure(404, 404, '访问资源不存在')
    }),
    http.post(`${ADMIN}/terms/create`, async ({ request }) => {
      const term = (await request.json()) as DeskTerm
      const other = taken(term.name)
      if (other) return refusal(other)
      desk.terms = [...desk.terms, makeDeskTerm(99, { ...term, count: 0 })]
      return done({ data: { id: makeDeskTerm(99).id } })
    }),
    http.post(`${ADMIN}/terms/edit`, async ({ request }) => {
      const { id, ...change } = (await request.json()) as DeskTerm
      const other = change.name ? taken(change.name) : undefined
      if (other) return refusal(other)
      desk.terms = desk.terms.map((term) => (term.id === id ? { ...term, ...change } : term))
      return done()
    }),
    http.post(`${ADMIN}/terms/merge`, async ({ request }) => {
      const { from, into } = (await request.json()) as { from: string; into: string }
      const count = desk.terms.find(({ id }) => id === from)?.count ?? 0
      desk.terms = desk.terms
        .filter(({ id }) => id !== from)
        .map((term) => (term.id === into ? { ...term, merging: 1, moving: count } : term))
      return done()
    }),
  ]
}
