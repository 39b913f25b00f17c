import { useEffect, useRef, useState } from 'react'
import { toast } from '@/shared/feedback/toasts.ts'
import { saveFile } from '@/shared/lib/save-file.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { Select } from '@/shared/ui/field-frame.tsx'
import { useAction } from '../kit/use-action.ts'
import { exportWorks, type WorksFilter } from './api.ts'
import './bulk.css'

/** Most works of a file, which the browser keeps in memory. */
const MAX_WORKS = 50_000

/** Most works of a part, for the progress. */
const PART_WORKS = 500

const FORMATS = [
  { value: 'csv', label: 'CSV 表格', type: 'text/csv;charset=utf-8' },
  { value: 'ndjson', label: 'NDJSON，可原样导入', type: 'application/x-ndjson' },
] as const

type Format = (typeof FORMATS)[number]

const LISTED = '导出符合当前条件的全部作品，包括隐藏的。'
const TICKED = '只导出选中的作品。'

interface ExportDialogProps {
  filter: WorksFilter
  /** Empty for all of the list. */
  ids?: readonly string[]
  /** Works that are exported. */
  total: number
  onClose: () => void
}

/** Asks for the format of a file of works, and saves it. */
export default function ExportDialog({ filter, ids = [], total, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>(FORMATS[0])
  const [done, setDone] = useState(0)
  const isTooLarge = total > MAX_WORKS
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const save = useAction({
    run: async () => {
      const parts: string[] = []
      for await (const part of exportWorks(filter, ids, format.value)) {
        if (!isOpen.current) return
        parts.push(part)
        setDone(parts.length * PART_WORKS)
      }
      await saveFile(`作品.${format.value}`, format.type, parts.join(''))
    },
    refresh: [],
    onDone: () => {
      // Whoever has closed it meanwhile wants no file, and may have opened another dialog.
      if (!isOpen.current) return
      onClose()
      toast('已导出', { kind: 'success' })
    },
  })
  return (
    <Dialog title={`导出：${total} 部作品?`} open onClose={onClose}>
      <div className="admin-form">
        <Select
          label="格式"
          name="format"
          value={format.value}
          choices={FORMATS}
          onChange={(value) => setFormat(FORMATS.find((one) => one.value === value) ?? FORMATS[0])}
        />
        <p className="admin-note">
          {isTooLarge ? `一次最多导出 ${MAX_WORKS} 部，请缩小范围。` : ids.length > 0 ? TICKED : LISTED}
        </p>
        {save.isPending && (
          <progress className="bulk-progress" aria-label="导出进度" max={total} value={Math.min(done, total)} />
        )}
        {isTooLarge ? (
          <DialogActions confirm="知道了" onConfirm={onClose} />
        ) : (
          <DialogActions confirm="导出" busy={save.isPending} loadingText="导出中" onConfirm={() => save.mutate()} />
        )}
      </div>
    </Dialog>
  )
}
