import type { Job } from '@/shared/api/types.ts'
import { IMPORT_PROBLEMS } from '../kit/import-problems.ts'

/** The states to filter by, and what an empty list says. */
export const JOB_STATES = [
  { value: '', label: '全部', empty: '还没有任务' },
  { value: 'running', label: '进行中', empty: '没有进行中的任务' },
  { value: 'waiting', label: '等待中', empty: '没有等待中的任务' },
  { value: 'failed', label: '失败', empty: '没有失败的任务' },
  { value: 'cancelled', label: '已取消', empty: '没有取消过的任务' },
  { value: 'done', label: '已完成', empty: '还没有完成的任务' },
] as const

/** The label of a job's state. */
export function stateLabel({ state, cancelling }: Job): string {
  if (cancelling === 1) return '正在停止'
  return JOB_STATES.find(({ value }) => value === state)?.label ?? state
}

/** What a job is about: an import, or the film of a work. */
export function kindLabel({ kind, number }: Job): string {
  if (kind === 'import') return '导入'
  return number ? `影片 ${number}` : '影片'
}

/** Why a job failed, or what it waits for; empty if there is nothing to say. */
export function noteOf({ kind, state, problem }: Job): string {
  if (kind === 'import') return IMPORT_PROBLEMS[problem] ?? problem
  return state === 'waiting' ? '由服务器上的 yingku film watch 或 film run 处理' : problem
}
