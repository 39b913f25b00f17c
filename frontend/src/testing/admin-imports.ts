import { HttpResponse, http } from 'msw'
import type { Import, ImportPreview } from '@/shared/api/types.ts'
import { ADMIN, listOf } from './admin.ts'
import { failure, server } from './server.ts'

/** An import that is done, or another one. */
export function makeImport(index: number, change: Partial<Import> = {}): Import {
  return {
    id: String(9_300_000_000_000_000_000n + BigInt(index)),
    name: `films-${index}.ndjson`,
    size: 2048,
    received: 2048,
    sha256: '',
    dryRun: 0,
    state: 'done',
    problem: '',
    cancelling: 0,
    kept: 1,
    readBytes: 2048,
    lines: 12,
    new: 7,
    updated: 2,
    unchanged: 1,
    refused: 2,
    warnings: 0,
    keptWorks: 0,
    keptFields: 0,
    overrideCurated: 0,
    undo: 'none',
    rate: 600,
    operator: 'lin_xia',
    createTime: '2026-01-02 08:00:00',
    startTime: '2026-01-02 08:00:01',
    endTime: '2026-01-02 08:00:02',
    ...change,
  }
}

/** What a table is read as. */
export function makePreview(change: Partial<ImportPreview> = {}): ImportPreview {
  return {
    format: 'csv',
    mapping: '{"delimiter":",","columns":{"番号":"number","标题":"title","日期":"pubTime","心情":null}}',
    problem: '',
    rows: [
      { place: '2', line: '{"number":"MZU-001","title":"山谷","pubTime":"2026-01-05"}', problem: '', notes: [] },
      { place: '3', line: '', problem: 'pubTime: 不是日期', notes: ['duration: 看不懂'] },
    ],
    ...change,
  }
}

/** Serves the calls about imports; what is changed shows in the next answers. */
export function serveImports(rows: Import[] = []) {
  const known = { rows }
  const put = (id: unknown, change: Partial<Import>) => {
    known.rows = known.rows.map((row) => (row.id === id ? { ...row, ...change } : row))
    const data = known.rows.find((row) => row.id === id)
    return data ? HttpResponse.json({ code: 200, msg: '操作成功', data }) : failure(404, 404, '')
  }
  server.use(
    http.get(`${ADMIN}/imports`, ({ request }) => listOf(known.rows, request)),
    http.get(`${ADMIN}/imports/:id`, ({ params }) => put(params.id, {})),
    http.get(`${ADMIN}/imports/:id/refused`, () => HttpResponse.text('行号\t原因\t原文\n2\ttitle: missing\t{}\n')),
    http.post(`${ADMIN}/imports`, async ({ request }) => {
      const { name, size } = (await request.json()) as { name: string; size: number }
      const nothing = { received: 0, readBytes: 0, lines: 0, new: 0, updated: 0, unchanged: 0, refused: 0, rate: 0 }
      const made = makeImport(100 + known.rows.length, { name, size, state: 'receiving', ...nothing })
      known.rows = [made, ...known.rows]
      return put(made.id, {})
    }),
    http.post(`${ADMIN}/imports/:id/part`, async ({ request, params }) => {
      const offset = Number(new URL(request.url).searchParams.get('offset'))
      return put(params.id, { received: offset + (await request.arrayBuffer()).byteLength })
    }),
    http.post(`${ADMIN}/imports/:id/start`, async ({ request, params }) => {
      const { dryRun } = (await request.json()) as { dryRun: boolean }
      return put(params.id, { state: 'running', dryRun: dryRun ? 1 : 0 })
    }),
    http.post(`${ADMIN}/imports/:id/undo`, async ({ request, params }) => {
      const { cursor } = (await request.json()) as { cursor?: string }
      put(params.id, { undo: cursor ? 'done' : 'begun' })
      const refused = [
        { id: '9100000000000000001', number: 'ABC-001', error: 'edit_conflict', msg: '该影片在导入后又改过，没有撤销' },
      ]
      const step = cursor
        ? { tried: 4, changed: 3, refused }
        : { tried: 5, changed: 5, refused: [], cursor: '9100000000000000005' }
      return HttpResponse.json({ code: 200, msg: '操作成功', data: step })
    }),
    http.post(`${ADMIN}/imports/:id/cancel`, ({ params }) => {
      const isRunning = known.rows.find(({ id }) => id === params.id)?.state === 'running'
      return put(params.id, isRunning ? { cancelling: 1 } : { state: 'cancelled', kept: 0 })
    }),
  )
  return known
}
