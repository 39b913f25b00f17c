import type { Import } from '@/shared/api/types.ts'
import { formatSeconds } from '@/shared/lib/format.ts'
import { IMPORT_PROBLEMS } from '../kit/import-problems.ts'

/** Whether every line was refused: nothing of the file was of any use. */
export function isAllRefused({ state, lines, refused }: Import): boolean {
  return state === 'done' && lines > 0 && refused === lines
}

/** Label of a state; differs for dry runs. */
export function stateName(row: Import): string {
  const { state, dryRun, cancelling, undo, endTime, received, size } = row
  if (undo === 'done') return '已撤销'
  if (undo === 'begun') return '撤销了一部分'
  if (state === 'failed' && endTime === '') return '命令行导入中'
  if (cancelling === 1) return '正在停止'
  if (isAllRefused(row)) return '全部被拒'
  if (state === 'running') return dryRun === 1 ? '检查中' : '导入中'
  if (state === 'done') return dryRun === 1 ? '检查完成' : '已完成'
  if (state === 'receiving' && received >= size) return '待导入'
  return { receiving: '未传完', queued: '排队中', cancelled: '已停止', failed: '已中断' }[state]
}

/** Why an import failed; empty if it did not. */
export function problemText({ problem, endTime, kept }: Import): string {
  if (kept === 0 && problem === 'interrupted') return endTime === '' ? '' : '没有完成'
  return IMPORT_PROBLEMS[problem] ?? problem
}

/** Whether it is a finished dry run that would change stored works. */
export function hasChanges({ state, dryRun, updated }: Import): boolean {
  return state === 'done' && dryRun === 1 && updated > 0
}

/** Whether it is running or queued. */
export function isAtWork({ state }: Import): boolean {
  return state === 'running' || state === 'queued'
}

/** What an operator can do next with an import. */
export type NextStep = 'upload' | 'read' | 'start' | 'import'

/** Problems of a file that stay however often it is read. */
const LASTING: readonly string[] = ['damaged', 'missing']

/** The next step: upload the rest, say how to read it, resume, or import after a dry run. */
export function nextStep(row: Import): NextStep | null {
  const { state, problem, kept, dryRun, received, size } = row
  if (row.undo === 'begun' || row.undo === 'done' || kept === 0 || LASTING.includes(problem) || isAllRefused(row))
    return null
  if (state === 'receiving') return received < size ? 'upload' : 'read'
  if (problem === 'format') return 'read'
  if (state === 'cancelled' || state === 'failed') return 'start'
  return state === 'done' && dryRun === 1 ? 'import' : null
}

/** How an import can be ended: the rest of the file is not read, or the file is deleted. */
export function ending(row: Import): '停止' | '放弃' | null {
  if (row.state === 'receiving' || (row.state === 'failed' && row.kept === 1)) return '放弃'
  return isAtWork(row) && row.cancelling === 0 ? '停止' : null
}

/** Whether what an import has changed can be undone. */
export function canUndo(row: Import): boolean {
  const isOpen = row.undo === 'open' || row.undo === 'begun'
  // One of the command line that was killed has stored no counts.
  const hasWorks = row.new + row.updated > 0 || (row.kept === 0 && row.problem === 'interrupted')
  return isOpen && row.endTime !== '' && !isAtWork(row) && hasWorks
}

/** Estimated remaining time as `m:ss`; empty while unknown. */
export function timeLeft({ readBytes, size, lines, rate }: Import): string {
  if (rate <= 0 || readBytes <= 0 || lines <= 0) return ''
  const linesLeft = (lines / readBytes) * (size - readBytes)
  return formatSeconds(Math.ceil(linesLeft / rate))
}
