import { HttpResponse, http } from 'msw'
import type { Schemas } from '@/shared/api/contract.ts'
import type {
  AdminMessage,
  AdminTerm,
  AdminWork,
  AdminWorkDetail,
  AuditEntry,
  Dashboard,
  Report,
} from '@/shared/api/types.ts'
import { makeAdminTerm, makeAdminWork, makeAdminWorkDetail, makeDashboard, makeUserInfo } from './factories.ts'
import { API, failure, server } from './server.ts'

/** URL pattern of the operators' calls. */
export const ADMIN = '*/prod-api/admin'

const done = (more: object = {}) => HttpResponse.json({ code: 200, msg: '操作成功', ...more })

/** One page of rows, as the API cuts it. */
export function listOf<Row>(rows: readonly Row[], request: Request) {
  const query = new URL(request.url).searchParams
  const size = Number(query.get('pageSize'))
  const start = (Number(query.get('pageNum')) - 1) * size
  return done({ rows: rows.slice(start, start + size), total: rows.length })
}

/** Gives the current user these permissions. */
export function servePermissions(permissions: string[]): void {
  server.use(
    http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ permissions, roles: ['support'] }))),
  )
}

/** What the API of the tests knows behind the console. */
export interface Admin {
  queue: AdminMessage[]
  /** Of every conversation that was not replied to. */
  entries: Schemas['MessageEntry'][]
  /** Of every conversation. */
  notes: Schemas['MessageNote'][]
  /** Who else is answering any of them. */
  answering: string[]
  templates: Schemas['ReplyTemplates']
  works: AdminWork[]
  terms: AdminTerm[]
  reports: Report[]
  audit: AuditEntry[]
  dashboard: Dashboard
  checklist: Schemas['Checklist']
}

/** Serves the calls of the console; what is changed shows in the next answers. */
export function serveAdmin(change: Partial<Admin> = {}): Admin {
  const admin: Admin = {
    queue: [],
    entries: [],
    notes: [],
    answering: [],
    templates: { version: 1, templates: [] },
    works: [],
    terms: [],
    reports: [],
    audit: [],
    dashboard: makeDashboard(),
    checklist: { dismissed: 1, items: [] },
    ...change,
  }
  const answered = new Map<string, Admin['entries']>()
  const entriesOf = (id: string) => answered.get(id) ?? admin.entries
  const details = new Map<string, Partial<AdminWorkDetail>>()
  const detailOf = (id: string) => {
    const { number, title } = admin.works.find((work) => work.id === id) ?? makeAdminWork(1)
    return makeAdminWorkDetail({ id, number, title, ...details.get(id) })
  }
  const put = (id: string, state: Partial<AdminWork>) => {
    admin.works = admin.works.map((work) => (work.id === id ? { ...work, ...state } : work))
    return done()
  }
  const move = (call: string, state: Partial<AdminWork>) =>
    http.post(`${ADMIN}/works/${call}`, async ({ request }) =>
      put(((await request.json()) as { id: string }).id, state),
    )
  server.use(
    http.get(`${ADMIN}/messages`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const found = (row: AdminMessage) =>
        [null, String(row.status)].includes(query.get('status')) &&
        (query.get('assigned') !== 'nobody' || !row.assignee) &&
        (row.userName === query.get('keyword') || row.message.includes(query.get('keyword') ?? ''))
      return listOf(admin.queue.filter(found), request)
    }),
    http.get(`${ADMIN}/messages/templates`, () => done({ data: admin.templates })),
    http.post(`${ADMIN}/messages/templates`, async ({ request }) => {
      const { version, templates } = (await request.json()) as Schemas['ReplyTemplates']
      if (version !== admin.templates.version) return failure(409, 402, '已被修改', { error: 'edit_conflict' })
      admin.templates = { version: version + 1, templates }
      return done({ data: admin.templates })
    }),
    http.post(`${ADMIN}/messages/edit`, async ({ request }) => {
      const { id, note, reopen, assignee, ...change } = (await request.json()) as Schemas['EditMessageForm']
      if (note) admin.notes = [...admin.notes, { author: 'lin_xia', text: note, createTime: '2026-01-03 08:00:00' }]
      const { tags } = change
      const changed = (row: AdminMessage): AdminMessage => ({
        ...row,
        ...(tags && { tags }),
        ...(assignee !== undefined && { assignee }),
        ...(reopen && { status: 0 }),
      })
      admin.queue = admin.queue.map((row) => (row.id === id ? changed(row) : row))
      return done()
    }),
    http.get(`${ADMIN}/messages/:id`, ({ params }) => {
      const row = admin.queue.find(({ id }) => id === params.id)
      if (!row) return failure(404, 404, '')
      const rows = entriesOf(row.id)
      const { userName, status, assignee, tags } = row
      const { notes, answering } = admin
      const shown = { userName, status, tags, notes, answering, ...(assignee && { assignee }) }
      return done({ rows, total: rows.length, version: rows.length + 1, ...shown })
    }),
    http.post(`${ADMIN}/messages/reply`, async ({ request }) => {
      const { id, message } = (await request.json()) as { id: string; message: string }
      answered.set(id, [...entriesOf(id), { type: 1, message, createTime: '2026-01-03 08:00:00' }])
      admin.queue = admin.queue.map((row) => (row.id === id ? { ...row, status: 1 } : row))
      return done()
    }),
    http.post(`${ADMIN}/messages/close`, async ({ request }) => {
      const { id } = (await request.json()) as { id: string }
      admin.queue = admin.queue.map((row) => (row.id === id ? { ...row, status: 9 } : row))
      return done()
    }),
    http.get(`${ADMIN}/works`, ({ request }) => listOf(admin.works, request)),
    http.get(`${ADMIN}/works/:id`, ({ params }) => done({ data: detailOf(String(params.id)) })),
    http.post(`${ADMIN}/works/edit`, async ({ request }) => {
      const { id, knownTermsOnly: _, ...change } = (await request.json()) as Schemas['EditWorkForm']
      details.set(id, { ...details.get(id), ...(change as Partial<AdminWorkDetail>), version: change.version + 1 })
      return put(id, change.title ? { title: change.title } : {})
    }),
    move('hide', { hidden: 1, state: 'hidden' }),
    move('restore', { hidden: 0, takenDown: 0, state: 'published' }),
    move('takedown', { hidden: 1, takenDown: 1, state: 'hidden' }),
    http.post(`${ADMIN}/works/create`, async ({ request }) => {
      const work = (await request.json()) as AdminWork
      if (admin.works.some(({ number }) => number === work.number))
        return failure(409, 402, '该频道已有此番号', { error: 'number_taken' })
      admin.works = [makeAdminWork(99, work), ...admin.works]
      return done({ data: { id: makeAdminWork(99).id } })
    }),
    ...bulkCalls(admin),
    ...termCalls(admin),
    http.get(`${ADMIN}/reports`, ({ request }) => {
      const status = new URL(request.url).searchParams.get('status')
      return listOf(
        admin.reports.filter((row) => row.status === status),
        request,
      )
    }),
    http.post(`${ADMIN}/reports/decide`, async ({ request }) => {
      const { id, ...decided } = (await request.json()) as { id: string; decision: string; note?: string }
      admin.reports = admin.reports.map((row) => (row.id === id ? { ...row, status: 'done', ...decided } : row))
      return done()
    }),
    http.post(`${ADMIN}/reports/decisions`, async ({ request }) => {
      const { ids, ...decided } = (await request.json()) as { ids: string[]; decision: string; note?: string }
      admin.reports = admin.reports.map((row) => (ids.includes(row.id) ? { ...row, status: 'done', ...decided } : row))
      return done({ data: { decided: ids.length, skipped: 0 } })
    }),
    http.get(`${ADMIN}/checklist`, () => done({ data: admin.checklist })),
    http.get(`${ADMIN}/dashboard`, () => done({ data: admin.dashboard })),
    http.get(`${ADMIN}/audit`, ({ request }) => listOf(admin.audit, request)),
  )
  return admin
}

/** Works of a step, as few as possible. */
const STEP = 2

/** The bulk changes of works; a work that was taken down is not restored. */
function bulkCalls(admin: Admin) {
  const runs = new Map<string, string[]>()
  const answer = (ids: readonly string[], left: number, refused: readonly AdminWork[], changed: number) =>
    done({
      data: {
        ...{ tried: ids.length, changed, cursor: left > 0 ? ids.at(-1) : undefined },
        refused: refused.map(({ id, number }) => ({
          id,
          number,
          error: 'work_taken_down',
          msg: '该影片已下架，请单独恢复',
        })),
      },
    })
  const show = (ids: readonly string[], hidden: number) => {
    const changed = admin.works.filter(
      (work) => ids.includes(work.id) && work.takenDown === 0 && work.hidden !== hidden,
    )
    admin.works = admin.works.map((work) => (changed.includes(work) ? { ...work, hidden } : work))
    return changed.map(({ id }) => id)
  }
  return [
    http.post(`${ADMIN}/works/bulk`, async ({ request }) => {
      const form = (await request.json()) as Schemas['BulkForm']
      const all = (form.ids ?? admin.works.map(({ id }) => id)).toSorted().toReversed()
      if (form.total !== undefined && form.total !== all.length)
        return failure(409, 402, '符合条件的作品有变化，请刷新后再试', { error: 'selection_changed' })
      const rest = all.filter((id) => form.cursor === undefined || id < (form.cursor ?? ''))
      const ids = rest.slice(0, STEP)
      const refused = admin.works.filter(({ id, takenDown }) => ids.includes(id) && takenDown === 1)
      const isVisibility = form.action === 'hide' || form.action === 'restore'
      const changed = isVisibility ? show(ids, form.action === 'hide' ? 1 : 0) : ids
      runs.set(form.run, [...(runs.get(form.run) ?? []), ...changed])
      return answer(ids, rest.length - ids.length, form.action === 'restore' ? refused : [], changed.length)
    }),
    http.post(`${ADMIN}/works/bulk/undo`, async ({ request }) => {
      const { run } = (await request.json()) as Schemas['UndoForm']
      const ids = runs.get(run)
      return ids ? answer(ids, 0, [], show(ids, 0).length) : failure(404, 404, '访问资源不存在')
    }),
  ]
}

/** The calls about terms. */
function termCalls(admin: Admin) {
  const taken = (name: string) => admin.terms.find((term) => term.name === name)
  const refusal = ({ name, count }: AdminTerm) =>
    failure(409, 402, `该频道已有词条「${name}」（${count} 部作品），可以将两个词条合并`, { error: 'term_taken' })
  return [
    http.get(`${ADMIN}/terms`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const matches = (term: AdminTerm) =>
        [null, String(term.kind)].includes(query.get('kind')) && term.name.includes(query.get('keyword') ?? '')
      return listOf(admin.terms.filter(matches), request)
    }),
    http.get(`${ADMIN}/terms/:id`, ({ params }) => {
      const term = admin.terms.find(({ id }) => id === params.id)
      return term ? done({ data: { ...term, formerNames: ['旧名'] } }) : failure(404, 404, '访问资源不存在')
    }),
    http.post(`${ADMIN}/terms/create`, async ({ request }) => {
      const term = (await request.json()) as AdminTerm
      const other = taken(term.name)
      if (other) return refusal(other)
      admin.terms = [...admin.terms, makeAdminTerm(99, { ...term, count: 0 })]
      return done({ data: { id: makeAdminTerm(99).id } })
    }),
    http.post(`${ADMIN}/terms/edit`, async ({ request }) => {
      const { id, ...change } = (await request.json()) as AdminTerm
      const other = change.name ? taken(change.name) : undefined
      if (other) return refusal(other)
      admin.terms = admin.terms.map((term) => (term.id === id ? { ...term, ...change } : term))
      return done()
    }),
    http.post(`${ADMIN}/terms/merge`, async ({ request }) => {
      const { from, into } = (await request.json()) as { from: string; into: string }
      const count = admin.terms.find(({ id }) => id === from)?.count ?? 0
      admin.terms = admin.terms
        .filter(({ id }) => id !== from)
        .map((term) => (term.id === into ? { ...term, merging: 1, moving: count } : term))
      return done()
    }),
  ]
}
