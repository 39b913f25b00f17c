import { HttpResponse, http } from 'msw'
import type { Schemas } from '@/shared/api/contract.ts'
import type { Job } from '@/shared/api/types.ts'
import { ADMIN, listOf } from './admin.ts'
import { server } from './server.ts'

/** The job of a film that failed, or another one. */
export function makeJob(index: number, change: Partial<Job> = {}): Job {
  return {
    id: String(9_400_000_000_000_000_000n + BigInt(index)),
    kind: 'film',
    name: `ABC-${index}.mkv`,
    number: `ABC-${index}`,
    state: 'failed',
    cancelling: 0,
    problem: '文件是空的',
    steps: ['again', 'delete'],
    operator: '命令行',
    createTime: '2026-01-02 08:00:00',
    startTime: '2026-01-02 08:00:01',
    endTime: '2026-01-02 08:00:02',
    ...change,
  }
}

const CHANGED: Record<'cancel' | 'again', Partial<Job>> = {
  cancel: { cancelling: 1, steps: [] },
  again: { state: 'waiting', problem: '', steps: ['cancel'], endTime: '' },
}

/** Serves the calls about jobs; what is changed shows in the next answers. */
export function serveJobs(rows: Job[] = []) {
  const jobs = { rows }
  server.use(
    http.get(`${ADMIN}/jobs`, ({ request }) => {
      const state = new URL(request.url).searchParams.get('state')
      return listOf(
        jobs.rows.filter((job) => state === null || job.state === state),
        request,
      )
    }),
    http.post(`${ADMIN}/jobs`, async ({ request }) => {
      const { step, ids } = (await request.json()) as Schemas['JobsForm']
      const kept = jobs.rows.filter(({ id }) => step !== 'delete' || !ids.includes(id))
      jobs.rows =
        step === 'delete' ? kept : kept.map((job) => (ids.includes(job.id) ? { ...job, ...CHANGED[step] } : job))
      return HttpResponse.json({ code: 200, msg: '操作成功' })
    }),
  )
  return jobs
}
