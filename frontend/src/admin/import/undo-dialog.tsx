import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { TERMS_KEY } from '@/entities/term/term-keys.ts'
import { WORKS_KEY } from '@/entities/work/work-keys.ts'
import type { Import } from '@/shared/api/types.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { ProgressBar } from '../kit/progress-bar.tsx'
import { RejectedWorks } from '../kit/rejected-works.tsx'
import { type UndoProgress, undoStep } from './undo-import.ts'

type State = 'asking' | 'running' | 'stopped' | 'done'

/** Walks an undo step by step until it ends, fails, or the dialog is closed; then it can go on later. */
function useUndoSteps(row: Import) {
  const client = useQueryClient()
  const [state, setState] = useState<State>('asking')
  const [progress, setProgress] = useState<UndoProgress>({ tried: 0, changed: 0, refused: [] })
  const [error, setError] = useState('')
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  async function walk() {
    setState('running')
    setError('')
    let sum = progress
    try {
      do {
        sum = await undoStep(row.id, sum)
        setProgress(sum)
      } while (sum.cursor !== undefined && isOpen.current)
      setState('done')
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
      setState('stopped')
    }
    await Promise.all([ADMIN_KEY, WORKS_KEY, TERMS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return { state, progress, error, walk: () => void walk() }
}

interface UndoDialogProps {
  row: Import
  onClose: () => void
}

/** Asks before an import is undone, shows how far that is, and names the works that stay. */
export function UndoDialog({ row, onClose }: UndoDialogProps) {
  const { state, progress, error, walk } = useUndoSteps(row)
  const total = row.new + row.updated
  if (state === 'asking') {
    return (
      <Dialog title="撤销导入?" open onClose={onClose}>
        <p className="dialog-text">
          “{row.name}”新增的 {row.new} 部作品会删除，已被收藏、喜欢、申请、举报或改过的只隐藏；它改动的 {row.updated}{' '}
          部恢复到导入前，导入后又改过的保持现状并列出来；它新建而没有用处的标签、演员等一并删除。撤销之后不能恢复。
        </p>
        <DialogActions confirm="撤销导入" onConfirm={walk} />
      </Dialog>
    )
  }
  return (
    <Dialog title="撤销导入" open onClose={onClose}>
      <div className="import-undo">
        <p role="status">{textOf(state, progress, error)}</p>
        {state === 'running' && <ProgressBar label="撤销进度" value={progress.tried} max={Math.max(total, 1)} />}
        {progress.refused.length > 0 && <RejectedWorks label="没有撤销" works={progress.refused} />}
        <div className="import-foot">
          {state === 'stopped' && (
            <Button round onClick={walk}>
              继续
            </Button>
          )}
          <Button round onClick={onClose}>
            {state === 'done' ? '知道了' : '关闭'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function textOf(state: State, { tried, changed, refused }: UndoProgress, error: string): string {
  if (state === 'running') return `正在撤销：${tried} 部。关闭后会停下，可以再继续。`
  if (state === 'stopped') return `撤销没有完成（${error}）：处理了 ${tried} 部，改动 ${changed} 部`
  const rest = refused.length > 0 ? `，${refused.length} 部不能撤销` : ''
  return `已撤销：${changed} 部作品删除或恢复原样${rest}`
}
