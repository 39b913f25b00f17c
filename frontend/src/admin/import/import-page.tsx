import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Import } from '@/shared/api/types.ts'
import { formatSize } from '@/shared/lib/format.ts'
import { saveFile } from '@/shared/lib/save-file.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { AdminTable, type Column } from '../kit/admin-table.tsx'
import { useAction } from '../kit/use-action.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { IMPORTS_KEY, importsOptions, refusedLines, startImport } from './api.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { FileChooser } from './file-chooser.tsx'
import { ImportChanges } from './import-changes.tsx'
import {
  canUndo,
  ending,
  hasChanges,
  isAllRefused,
  isAtWork,
  nextStep,
  problemText,
  stateName,
} from './import-labels.ts'
import { ImportProgress } from './import-progress.tsx'
import { MappingPanel } from './mapping-panel.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { onUploadTask, showUploaded, uploadedFile, uploadTask } from './upload-task.ts'
import { watchImports } from './watch-imports.ts'
import './import.css'
import { RowButton } from '../kit/row-button.tsx'

const FACTS: readonly Column<Import>[] = [
  {
    name: '文件',
    cell: ({ name, size }) => (
      <>
        <span className="import-name">{name}</span>
        <span className="admin-sub">{formatSize(size)}</span>
      </>
    ),
  },
  {
    name: '状态',
    cell: (row) => (
      <>
        <Badge tone={row.state === 'failed' || isAllRefused(row) ? 'accent' : 'quiet'}>{stateName(row)}</Badge>
        {row.problem !== '' && <span className="admin-sub">{problemText(row)}</span>}
      </>
    ),
  },
  {
    name: '行数',
    kind: 'figure',
    cell: ({ lines, rate }) => (
      <>
        {lines}
        {rate > 0 && <span className="admin-sub admin-nowrap">{rate} 行/秒</span>}
      </>
    ),
  },
  { name: '新增', kind: 'figure', cell: (row) => row.new },
  { name: '更新', kind: 'figure', cell: ({ updated }) => updated },
  { name: '未变', kind: 'figure', cell: ({ unchanged }) => unchanged },
  {
    name: '拒绝',
    kind: 'figure',
    cell: ({ refused, warnings }) => (
      <>
        {refused}
        {warnings > 0 && <span className="admin-sub admin-nowrap">{warnings} 条提醒</span>}
      </>
    ),
  },
  {
    name: '操作人',
    wide: true,
    cell: ({ operator, createTime }) => (
      <>
        {operator}
        <time className="admin-sub">{createTime}</time>
      </>
    ),
  },
]

interface RowActions {
  /** The running upload of this window; its row has no next step. */
  task: ReturnType<typeof uploadTask>
  upload: (row: Import) => void
  /** Shows how an uploaded file is to be read. */
  read: (row: Import) => void
  start: (row: Import) => void
  cancel: (row: Import) => void
  undo: (row: Import) => void
  /** Shows what a dry run would change. */
  look: (row: Import) => void
  download: { isPending: boolean; mutate: (row: Import) => void }
}

function actionsOf({ task, cancel, undo, look, download, ...steps }: RowActions): Column<Import> {
  return {
    name: '操作',
    kind: 'actions',
    cell: (row) => (
      <div className="admin-actions">
        {row.refused + row.warnings > 0 && row.kept === 1 && (
          <RowButton subject={row.name} loading={download.isPending} onClick={() => download.mutate(row)}>
            {row.refused > 0 ? '下载被拒行' : '下载提醒'}
          </RowButton>
        )}
        {hasChanges(row) && (
          <RowButton subject={row.name} onClick={() => look(row)}>
            变化
          </RowButton>
        )}
        {row.id !== task?.id && <NextButton row={row} {...steps} />}
        <EndButton row={row} onEnd={cancel} />
        {canUndo(row) && (
          <RowButton subject={row.name} onClick={() => undo(row)}>
            {row.undo === 'begun' ? '继续撤销' : '撤销'}
          </RowButton>
        )}
      </div>
    ),
  }
}

/** Refetches imports when the upload starts or ends, and whatever running imports change. */
function useFreshImports(id: string | null | undefined, busy: boolean): void {
  const client = useQueryClient()
  // The list shows the start and end of an upload.
  useEffect(() => {
    if (!id) return
    const look = () => void client.invalidateQueries({ queryKey: IMPORTS_KEY })
    look()
    return look
  }, [id, client])
  useEffect(() => {
    if (busy) watchImports(client)
  }, [busy, client])
}

/** Import by upload: choose a file, watch its progress, and see earlier imports. */
export default function ImportPage() {
  const table = useTableParams()
  const task = useSyncExternalStore(onUploadTask, uploadTask)
  const uploaded = useSyncExternalStore(onUploadTask, uploadedFile)
  const [begun, setBegun] = useState<Import | null>(null)
  const [cancelling, setCancelling] = useState<Import | null>(null)
  const [undoing, setUndoing] = useState<Import | null>(null)
  const [lookedAt, setLookedAt] = useState<string | null>(null)
  const list = useQuery(importsOptions(table.page))
  const rows = list.data?.rows ?? []
  const atWork = rows.filter(isAtWork)
  // Without a choice, that of the newest import.
  const checked = (lookedAt ? rows.find(({ id }) => id === lookedAt) : table.page === 1 ? rows[0] : undefined) ?? null

  useFreshImports(task?.id, atWork.length > 0)

  const start = useAction({
    run: (row: Import) =>
      startImport(row.id, {
        dryRun: row.state === 'done' ? false : row.dryRun === 1,
        overrideCurated: row.overrideCurated === 1,
      }),
    refresh: [IMPORTS_KEY],
  })
  const download = useMutation({
    mutationFn: async (row: Import) => ({ row, text: await refusedLines(row.id) }),
    onSuccess: ({ row, text }) => saveFile(`${row.name}.refused.txt`, 'text/plain;charset=utf-8', text),
  })

  const actions = actionsOf({
    task,
    upload: setBegun,
    read: ({ id, name }) => showUploaded({ id, name, overrideCurated: false }),
    start: start.mutate,
    cancel: setCancelling,
    undo: setUndoing,
    look: ({ id }) => setLookedAt(id),
    download,
  })

  return (
    <>
      <div className="admin-head">
        <h1>导入</h1>
      </div>
      {task ? (
        <UploadProgress task={task} />
      ) : (
        <FileChooser key={begun?.id ?? ''} begun={begun} onDone={() => setBegun(null)} />
      )}
      {uploaded && <MappingPanel key={uploaded.id} file={uploaded} onDone={() => showUploaded(null)} />}
      {atWork.map((row) => (
        <ImportProgress key={row.id} row={row} onStop={() => setCancelling(row)} />
      ))}
      {checked && hasChanges(checked) && (
        <ImportChanges key={checked.id} row={checked} isChosen={checked.id === lookedAt} />
      )}
      <h2 className="import-heading">导入记录</h2>
      <AdminTable
        table={table}
        label="导入记录"
        list={list}
        columns={[...FACTS, actions]}
        empty="还没有从这里上传过文件"
      />
      {undoing && <UndoDialog row={undoing} onClose={() => setUndoing(null)} />}
      {cancelling && (
        <CancelDialog
          row={cancelling}
          onClose={() => setCancelling(null)}
          onDone={() => {
            if (uploaded?.id === cancelling.id) showUploaded(null)
            setCancelling(null)
            setBegun(null)
          }}
        />
      )}
    </>
  )
}

const NEXT_NAMES = { upload: '继续上传', read: '预览', start: '继续', import: '正式导入' } as const

interface NextButtonProps extends Pick<RowActions, 'upload' | 'read' | 'start'> {
  row: Import
}

function NextButton({ row, upload, read, start }: NextButtonProps) {
  const step = nextStep(row)
  if (!step) return null
  const run = { upload, read, start, import: start }[step]
  return (
    <RowButton subject={row.name} onClick={() => run(row)}>
      {NEXT_NAMES[step]}
    </RowButton>
  )
}

interface EndButtonProps {
  row: Import
  onEnd: (row: Import) => void
}

function EndButton({ row, onEnd }: EndButtonProps) {
  const name = ending(row)
  if (!name) return null
  return (
    <RowButton subject={row.name} onClick={() => onEnd(row)}>
      {name}
    </RowButton>
  )
}
