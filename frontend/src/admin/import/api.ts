import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPost, apiPostBytes, apiText } from '@/shared/api/http.ts'
import {
  IMPORT_PART_TIMEOUT_MS,
  IMPORT_START_TIMEOUT_MS,
  IMPORT_WATCH_MS,
  WATCH_MS,
} from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { pageQuery, TABLE_QUERY } from '../kit/table-query.ts'
import { isAtWork } from './import-labels.ts'

type Import = Schemas['Import']
type ImportPreview = Schemas['ImportPreview']

/** Query key prefix of everything about imports. */
export const IMPORTS_KEY = [...ADMIN_KEY, 'imports'] as const

/** Imports, newest first: `GET /admin/imports`. Polled every second while one is running. */
export function importsOptions(page: number) {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, 'list', page],
    queryFn: ({ signal }) => apiGet('/admin/imports', { query: pageQuery(page), signal }),
    ...TABLE_QUERY,
    refetchInterval: ({ state }) => (state.data?.rows.some(isAtWork) ? IMPORT_WATCH_MS : WATCH_MS),
  })
}

/** Progress of an import: `GET /admin/imports/{id}`. */
export async function getImport(id: string): Promise<Import> {
  return (await apiGet('/admin/imports/{id}', { path: { id } })).data
}

/** What a dry run has found, which lists leave out. */
export function importOptions(id: string) {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, 'one', id],
    queryFn: async ({ signal }) => (await apiGet('/admin/imports/{id}', { path: { id }, signal })).data,
  })
}

/** Announces a file: `POST /admin/imports`. */
export async function announceImport(name: string, size: number, signal: AbortSignal): Promise<Import> {
  const body = { name: name.slice(0, 200), size }
  return (await apiPost('/admin/imports', { body, signal, silent: true, repeatable: true })).data
}

/** Sends the bytes from `offset` on: `POST /admin/imports/{id}/part`. */
export async function sendPart(
  id: string,
  offset: number,
  part: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Import> {
  const values = { path: { id }, query: { offset }, body: part }
  const options = { signal, silent: true, timeout: IMPORT_PART_TIMEOUT_MS }
  return (await apiPostBytes('/admin/imports/{id}/part', { ...values, ...options })).data
}

/** How a file in another format is read; empty texts are guessed. */
export interface ReadOptions {
  channel: string
  mapping: string
}

interface StartOptions extends Partial<ReadOptions> {
  dryRun: boolean
  overrideCurated: boolean
}

function readForm({ channel, mapping = '' }: Partial<ReadOptions>) {
  return { mapping, ...(channel ? { channel: channel as Schemas['Channel'] } : {}) }
}

/** The first works of a file: `POST /admin/imports/{id}/preview`. */
export async function previewImport(id: string, how: ReadOptions, signal?: AbortSignal): Promise<ImportPreview> {
  const options = { timeout: IMPORT_START_TIMEOUT_MS, repeatable: true, ...(signal ? { signal } : {}) }
  const body = { dryRun: false, overrideCurated: false, ...readForm(how) }
  return (await apiPost('/admin/imports/{id}/preview', { path: { id }, body, ...options })).data
}

/** The same, as a query. */
export function previewOptions(id: string, how: ReadOptions) {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, 'preview', id, how],
    queryFn: ({ signal }) => previewImport(id, how, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Queues or continues an import: `POST /admin/imports/{id}/start`. */
export async function startImport(id: string, { dryRun, overrideCurated, ...how }: StartOptions): Promise<Import> {
  // Idempotent, so it may be repeated.
  const options = { timeout: IMPORT_START_TIMEOUT_MS, repeatable: true }
  const body = { dryRun, overrideCurated, ...readForm(how) }
  return (await apiPost('/admin/imports/{id}/start', { path: { id }, body, ...options })).data
}

/** Stops an import: `POST /admin/imports/{id}/cancel`. */
export async function cancelImport(id: string): Promise<void> {
  await apiPost('/admin/imports/{id}/cancel', { path: { id } })
}

/** The rejected lines of an import as text: `GET /admin/imports/{id}/refused`. */
export function refusedLines(id: string): Promise<string> {
  return apiText('/admin/imports/{id}/refused', { path: { id } })
}
