import { useQueryClient } from '@tanstack/react-query'
import { TERMS_KEY } from '@/entities/term/term-keys.ts'
import { WORKS_KEY } from '@/entities/work/work-keys.ts'
import type { LeaveQuestion } from '@/shared/feedback/leave-guards.ts'
import { useLeaveGuard } from '@/shared/lib/use-leave-guard.ts'
import { useStore } from '@/shared/state/store.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { RejectedWorks } from '../kit/rejected-works.tsx'
import type { BulkAction } from './api.ts'
import {
  type BulkOrder,
  type BulkRun,
  beginBulk,
  bulkRun,
  isRunning,
  resumeBulk,
  stopBulk,
  undoBulk,
} from './bulk-run.ts'
import './bulk.css'

/** What an action is called, and what it says when it is done, before the number. */
export const BULK_LABELS: Record<BulkAction, { name: string; done: string }> = {
  hide: { name: '隐藏', done: '已隐藏 ' },
  restore: { name: '恢复', done: '已恢复 ' },
  publish: { name: '发布', done: '已发布 ' },
  addTerms: { name: '加类别', done: '已加类别：' },
  removeTerms: { name: '去类别', done: '已去类别：' },
  draft: { name: '转草稿', done: '已转为草稿：' },
  schedule: { name: '定时发布', done: '已定时：' },
}

const UNFINISHED: LeaveQuestion = {
  title: '离开页面?',
  text: '批量操作还没有完成，离开后会停下，回来可以继续。',
  stay: '留在这里',
  leave: '离开',
}

/** Begins, goes on with and undoes bulk changes; lists follow when one has ended. */
export function useBulk() {
  const client = useQueryClient()
  async function then(work: Promise<void>) {
    await work
    await Promise.all([ADMIN_KEY, WORKS_KEY, TERMS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return {
    begin: (order: BulkOrder) => void then(beginBulk(order)),
    resume: (run: BulkRun) => void then(resumeBulk(run)),
    undo: (run: BulkRun) => void then(undoBulk(run)),
  }
}

/** Progress and result of the latest bulk change. */
export function BulkStatus() {
  const run = useStore(bulkRun)
  const { resume, undo } = useBulk()
  const runs = isRunning(run)
  useLeaveGuard(runs, UNFINISHED, undefined, stopBulk)
  if (!run) return null
  return (
    <section className="bulk" aria-label="批量操作">
      <div className="bulk-line">
        <p role="status" className="bulk-text">
          {textOf(run)}
        </p>
        {runs && (
          <Button round disabled={run.state === 'stopping'} onClick={stopBulk}>
            停止
          </Button>
        )}
        {(run.state === 'stopped' || run.state === 'failed') && (
          <Button round onClick={() => resume(run)}>
            继续
          </Button>
        )}
        {!runs && !run.undoes && (run.changed > 0 || run.isUncertain) && (
          <Button round onClick={() => undo(run)}>
            撤销
          </Button>
        )}
        {!runs && (
          <Button round onClick={() => bulkRun.set(null)}>
            知道了
          </Button>
        )}
      </div>
      {runs && <progress className="bulk-progress" aria-label="进度" max={Math.max(run.total, 1)} value={run.tried} />}
      {run.refused.length > 0 && <RejectedWorks label="不能处理" works={run.refused} />}
    </section>
  )
}

function textOf({ order, undoes, state, total, tried, changed, error }: BulkRun): string {
  const { name, done } = BULK_LABELS[order.action]
  const what = undoes ? `撤销${name}` : name
  switch (state) {
    case 'running':
    case 'stopping':
      return `正在${what}：${tried} / ${total}`
    case 'stopped':
      return `已停止${what}：处理了 ${tried} 部，改动 ${changed} 部`
    case 'failed':
      return `${what}没有完成（${error}）：处理了 ${tried} 部，改动 ${changed} 部`
    case 'done':
      return undoes ? `已撤销：${changed} 部作品恢复原样` : `${done}${changed} 部作品${unchangedText(tried - changed)}`
  }
}

function unchangedText(rest: number): string {
  return rest > 0 ? `，${rest} 部没有改动` : ''
}
