import { queryOptions } from '@tanstack/react-query'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import type { Job } from '@/shared/api/types.ts'
import { IMPORT_START_TIMEOUT_MS, JOBS_WATCH_MS, WATCH_MS } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { type TableFilter, tableOptions } from '../kit/table-query.ts'

/** Query key prefix of every page of jobs. */
export const JOBS_KEY = [...ADMIN_KEY, 'jobs'] as const

/** What can be done with a job. */
export type JobStep = Job['steps'][number]

/** Imports and films, newest first: `GET /admin/jobs`. Polled more often while the progress of one is known. */
export function jobsOptions(filter: TableFilter<'/admin/jobs'>) {
  return queryOptions({
    ...tableOptions(JOBS_KEY, '/admin/jobs', filter),
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ progress }) => progress !== undefined) ? JOBS_WATCH_MS : WATCH_MS,
  })
}

/** The work of a film that runs again. */
export interface FilmTarget {
  /** Its number or id. */
  number: string
  /** Whether the film replaces the one that the work has. */
  replaces: boolean
}

/** Changes jobs: `POST /admin/jobs`. Imports are cancelled and begun again by their own calls. */
export async function changeJobs(step: JobStep, jobs: readonly Job[], target?: FilmTarget): Promise<void> {
  const [job] = jobs
  if (job?.kind === 'import' && step === 'cancel') {
    await apiPost('/admin/imports/{id}/cancel', { path: { id: job.id } })
  } else if (job?.kind === 'import' && step === 'again') {
    await startAgain(job.id)
  } else {
    await apiPost('/admin/jobs', { body: { step, ids: jobs.map(({ id }) => id), ...target } })
  }
}

/** Continues an import as it was begun. */
async function startAgain(id: string): Promise<void> {
  const { dryRun, overrideCurated } = (await apiGet('/admin/imports/{id}', { path: { id } })).data
  const body = { dryRun: dryRun === 1, overrideCurated: overrideCurated === 1, mapping: '' }
  const options = { timeout: IMPORT_START_TIMEOUT_MS, repeatable: true }
  await apiPost('/admin/imports/{id}/start', { path: { id }, body, ...options })
}
