import type { Schemas } from '@/shared/api/contract.ts'
import { createStore } from '@/shared/state/store.ts'
import { type BulkAction, stepBulk, stepUndo, type WorksFilter } from './api.ts'

/** What to change: some works, or all of a list with the total that was seen. */
export interface BulkOrder {
  /** Names the run in the log. */
  run: string
  action: BulkAction
  reason: string
  terms: readonly string[]
  /** When works are published that are scheduled. */
  publishTime?: string
  /** Empty for all of the list. */
  ids: readonly string[]
  filter: WorksFilter
  total: number
}

/** A bulk change, from its first step until its result is put away. */
export interface BulkRun {
  order: BulkOrder
  /** Whether it is being undone. */
  undoes: boolean
  state: 'running' | 'stopping' | 'stopped' | 'failed' | 'done'
  /** Works that there are to try; more may come. */
  total: number
  tried: number
  changed: number
  refused: readonly Schemas['RejectedWork'][]
  /** Where the next step goes on. */
  cursor?: string
  /** Why it has failed. */
  error?: string
  /** Whether the answer of a step was lost, which may have changed works. */
  isUncertain?: boolean
}

/** The latest bulk change; it is still there when one comes back to the page. */
export const bulkRun = createStore<BulkRun | null>(null)

/** Whether a bulk change is under way: there is only one at a time. */
export function isRunning(run: BulkRun | null): boolean {
  return run?.state === 'running' || run?.state === 'stopping'
}

/** Begins a bulk change; resolves when it has ended or stopped. */
export function beginBulk(order: BulkOrder): Promise<void> {
  return walk({ ...begun(order), total: order.total })
}

/** Undoes what a bulk change has changed. */
export function undoBulk({ order, changed }: BulkRun): Promise<void> {
  return walk({ ...begun(order), undoes: true, total: changed })
}

/** Goes on after a stop or a failure. */
export function resumeBulk(run: BulkRun): Promise<void> {
  return walk({ ...run, state: 'running', error: undefined })
}

/** Stops after the current step. */
export function stopBulk(): void {
  const run = bulkRun.get()
  if (run?.state === 'running') bulkRun.set({ ...run, state: 'stopping' })
}

function begun(order: BulkOrder): BulkRun {
  return { order, undoes: false, state: 'running', total: 0, tried: 0, changed: 0, refused: [] }
}

async function walk(first: BulkRun): Promise<void> {
  let run = first
  bulkRun.set(run)
  for (;;) {
    let step: Schemas['BulkStep']
    try {
      step = await next(run)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      bulkRun.set({ ...run, state: 'failed', error: text, isUncertain: true })
      return
    }
    run = {
      ...run,
      tried: run.tried + step.tried,
      changed: run.changed + step.changed,
      refused: [...run.refused, ...step.refused],
      cursor: step.cursor,
    }
    const state = step.cursor === undefined ? 'done' : bulkRun.get()?.state === 'stopping' ? 'stopped' : 'running'
    run = { ...run, state, total: state === 'done' ? run.tried : Math.max(run.total, run.tried) }
    bulkRun.set(run)
    if (state !== 'running') return
  }
}

function next({ order, undoes, cursor }: BulkRun): Promise<Schemas['BulkStep']> {
  const { run, action, reason, terms, publishTime, ids, filter, total } = order
  if (undoes) return stepUndo({ run, cursor })
  const works = ids.length > 0 ? { ids: [...ids] } : { total }
  const what: Schemas['BulkAction'] = action === 'publish' ? 'restore' : action
  const form = { run, action: what, reason, terms: [...terms], publishTime, ...works, cursor }
  return stepBulk(ids.length > 0 ? {} : filter, form)
}
