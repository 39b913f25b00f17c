import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ImportPreview } from '@/shared/api/types.ts'
import { CHANNEL_ORDER, CHANNELS } from '@/shared/config/channels.ts'
import { Button } from '@/shared/ui/button.tsx'
import { CheckBox } from '@/shared/ui/choices.tsx'
import { Select } from '@/shared/ui/field-frame.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { useAction } from '../kit/use-action.ts'
import { IMPORTS_KEY, previewOptions, startImport } from './api.ts'
import { columnsOf, fieldChoices, withColumn } from './mapping.ts'
import { PreviewTable } from './preview-table.tsx'
import type { UploadedFile } from './upload-task.ts'

const CHANNEL_CHOICES = [
  { value: '', label: '按文件' },
  ...CHANNEL_ORDER.map((value) => ({ value, label: CHANNELS[value].label })),
]

const FORMATS: Readonly<Record<string, string>> = {
  lines: '每行一个作品（NDJSON）',
  csv: '文本表格（CSV、TSV）',
  xlsx: '工作簿、网页或数据文件里的表格',
  nfo: 'NFO 文件',
  maccms: 'MacCMS',
}

interface MappingPanelProps {
  file: UploadedFile
  onDone: () => void
}

/** How an uploaded file is read: its format, channel and columns, and the first works that come out (R21.40). */
export function MappingPanel({ file, onDone }: MappingPanelProps) {
  const [channel, setChannel] = useState('')
  const [mapping, setMapping] = useState('')
  const how = { channel, mapping }
  const preview = useQuery({ ...previewOptions(file.id, how), placeholderData: keepPreviousData })
  // It may be opened from a row far below.
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section ref={panel} tabIndex={-1} className="import-card" aria-label={`预览 ${file.name}`}>
      <div className="import-title">
        <p className="import-file">{file.name}</p>
        <p className="admin-sub" role="status">
          {preview.data && (FORMATS[preview.data.format] ?? '')}
        </p>
      </div>
      <div className="import-columns">
        <Select
          label="频道（文件没有说明时）"
          name="channel"
          value={channel}
          choices={CHANNEL_CHOICES}
          onChange={setChannel}
        />
      </div>
      <QueryView query={preview}>
        {(shown) => (
          <>
            <Columns shown={shown} onChange={setMapping} />
            {shown.problem && (
              <p className="field-note field-error" role="alert">
                {shown.problem}
              </p>
            )}
            {shown.rows.length > 0 && <PreviewTable rows={shown.rows} isStale={preview.isPlaceholderData} />}
          </>
        )}
      </QueryView>
      <RunBar file={file} how={how} disabled={preview.data?.problem !== ''} onDone={onDone} />
    </section>
  )
}

function Columns({ shown, onChange }: { shown: ImportPreview; onChange: (mapping: string) => void }) {
  const columns = columnsOf(shown.mapping)
  if (columns.length === 0) return null
  return (
    <fieldset className="import-columns">
      <legend>每一列是什么</legend>
      {columns.map(([column, field]) => (
        <Select
          key={column}
          label={column}
          name={`column-${column}`}
          value={field}
          choices={fieldChoices(field)}
          onChange={(chosen) => onChange(withColumn(shown.mapping, column, chosen))}
        />
      ))}
    </fieldset>
  )
}

interface RunBarProps extends MappingPanelProps {
  how: { channel: string; mapping: string }
  disabled: boolean
}

function RunBar({ file, how, disabled, onDone }: RunBarProps) {
  const [overrideCurated, setOverrideCurated] = useState(file.overrideCurated)
  const start = useAction({
    run: (dryRun: boolean) => startImport(file.id, { dryRun, overrideCurated, ...how }),
    refresh: [IMPORTS_KEY],
    onDone,
  })
  return (
    <div className="import-foot import-run">
      <CheckBox label="覆盖人工修改" checked={overrideCurated} onChange={setOverrideCurated} />
      <div className="admin-actions">
        <Button onClick={onDone}>以后再说</Button>
        <Button disabled={disabled} loading={start.isPending} onClick={() => start.mutate(true)}>
          只检查
        </Button>
        <Button primary disabled={disabled} loading={start.isPending} onClick={() => start.mutate(false)}>
          导入
        </Button>
      </div>
    </div>
  )
}
