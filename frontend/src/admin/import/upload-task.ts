import { ApiError } from '@/shared/api/errors.ts'
import type { Import } from '@/shared/api/types.ts'
import { IMPORT_PART_BYTES } from '@/shared/config/constants.ts'
import { announceImport, getImport, previewImport, sendPart, startImport } from './api.ts'

/** The upload of this window. It continues while other pages are shown. */
export interface UploadTask {
  /** Id of the import, once the server has assigned one. */
  id: string | null
  name: string
  size: number
  /** Bytes the server has received. */
  sent: number
  /** `waiting`: until the connection is back. `stopped`: failed or paused. */
  state: 'sending' | 'waiting' | 'starting' | 'stopped'
  problem: string
}

/** A file to upload, with the options of its import. */
interface Order {
  file: File
  dryRun: boolean
  /** Whether imported lines may overwrite values set by operators. */
  overrideCurated: boolean
  /** The import to continue; none for a new one. */
  begun: Import | null
}

/** A file that is uploaded, and waits for how it is to be read. */
export interface UploadedFile {
  id: string
  name: string
  overrideCurated: boolean
}

/** Files that have one work on each line; of others the server tells what they are. */
const LINES = /\.(ndjson|jsonl)(\.gz|\.zst)?$/i

/** Delays between attempts in milliseconds; the last one repeats. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000]
const UNREADABLE = '文件读不出来了，请重新选择'

let task: UploadTask | null = null
let uploaded: UploadedFile | null = null
let order: Order | null = null
let running: AbortController | null = null
const listeners = new Set<() => void>()

/** The upload of this window, if there is one. */
export function uploadTask(): UploadTask | null {
  return task
}

/** The file of this window that waits for how it is to be read. */
export function uploadedFile(): UploadedFile | null {
  return uploaded
}

/** Shows how an uploaded file is to be read, or nothing. */
export function showUploaded(file: UploadedFile | null): void {
  uploaded = file
  show(task)
}

/** Calls back on every change of {@link uploadTask} and {@link uploadedFile}; returns an unsubscribe function. */
export function onUploadTask(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: UploadTask | null): void {
  task = next
  for (const listener of listeners) listener()
}

function change(part: Partial<UploadTask>): void {
  if (task) show({ ...task, ...part })
}

/** Uploads a file and starts its import. Only one upload runs at a time. */
export function beginUpload(next: Order): void {
  forgetUpload()
  order = next
  const { file, begun } = next
  show({
    id: begun?.id ?? null,
    name: file.name,
    size: file.size,
    sent: begun?.received ?? 0,
    state: 'sending',
    problem: '',
  })
  void run(next)
}

/** Pauses the upload until {@link retryUpload}. */
export function pauseUpload(): void {
  running?.abort()
  change({ state: 'stopped', problem: '' })
}

/** Resumes a stopped or paused upload. */
export function retryUpload(): void {
  if (!order || task?.state !== 'stopped') return
  change({ state: 'sending', problem: '' })
  void run(order)
}

/** Ends the upload of this window. The server keeps what it has received. */
export function forgetUpload(): void {
  running?.abort()
  running = null
  order = null
  show(null)
}

async function run(order: Order): Promise<void> {
  const { file, overrideCurated } = order
  const abort = new AbortController()
  const { signal } = abort
  running = abort
  window.addEventListener('beforeunload', askBeforeLeaving)
  try {
    const id = task?.id ?? (await announceImport(file.name, file.size, signal)).id
    if (signal.aborted) return
    change({ id })
    await sendAll(id, file, signal)
    if (signal.aborted) return
    change({ state: 'starting' })
    const isStarted = await startLines(id, order)
    if (signal.aborted) return
    forgetUpload()
    if (!isStarted) showUploaded({ id, name: file.name, overrideCurated })
  } catch (error) {
    if (signal.aborted) return
    const problem = error instanceof ApiError ? error.message : UNREADABLE
    change({ state: 'stopped', problem })
  } finally {
    if (running === abort || running === null) window.removeEventListener('beforeunload', askBeforeLeaving)
  }
}

/** Starts the import of lines. Other files wait for how they are to be read. */
async function startLines(id: string, { file, dryRun, overrideCurated }: Order): Promise<boolean> {
  if (!LINES.test(file.name)) {
    const { format, problem } = await previewImport(id, { channel: '', mapping: '' })
    if (format !== 'lines' || problem !== '') return false
  }
  await startImport(id, { dryRun, overrideCurated })
  return true
}

/** Sends the missing parts. After a lost connection it asks the server how much it has. */
async function sendAll(id: string, file: File, signal: AbortSignal): Promise<void> {
  let sent = task?.sent ?? 0
  let failures = 0
  while (sent < file.size && !signal.aborted) {
    const part = new Uint8Array(await file.slice(sent, sent + IMPORT_PART_BYTES).arrayBuffer())
    try {
      sent = (await sendPart(id, sent, part, signal)).received
      failures = 0
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      change({ state: 'waiting' })
      await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0, signal)
      failures += 1
      sent = await received(id, sent)
    }
    change({ sent, state: 'sending' })
  }
}

/** Bytes the server has received; the last known number if it cannot be asked. */
async function received(id: string, known: number): Promise<number> {
  try {
    return (await getImport(id)).received
  } catch (error) {
    if (isPassing(error)) return known
    throw error
  }
}

/** Whether a retry may succeed. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.kind === 'offline' || error.kind === 'timeout') return true
  return error.status >= 500 || error.status === 429 || error.status === 408 || error.errorCode === 'import_offset'
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(finish, ms)
    function finish() {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      window.removeEventListener('online', finish)
      done()
    }
    signal.addEventListener('abort', finish)
    window.addEventListener('online', finish)
  })
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
