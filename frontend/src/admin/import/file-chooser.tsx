import { Upload } from 'lucide'
import { type DragEvent, useId, useRef, useState } from 'react'
import type { Import } from '@/shared/api/types.ts'
import { formatSize } from '@/shared/lib/format.ts'
import { Button } from '@/shared/ui/button.tsx'
import { CheckBox } from '@/shared/ui/choices.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { beginUpload } from './upload-task.ts'

interface FileChooserProps {
  /** An interrupted upload to continue; it needs the same file. */
  begun: Import | null
  onDone: () => void
}

/** Accepts a chosen or dropped file and starts its upload. */
export function FileChooser({ begun, onDone }: FileChooserProps) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const [options, setOptions] = useState<UploadOptions>({ dryRun: false, overrideCurated: false })
  const [isOver, setIsOver] = useState(false)

  function take(files: FileList | null) {
    const [chosen] = files ?? []
    if (!chosen) return
    const refusal = refusalOf(chosen, begun, (files?.length ?? 0) > 1)
    setProblem(refusal)
    setFile(refusal === '' ? chosen : null)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }

  return (
    <section
      className="import-card import-drop"
      aria-label="选择文件"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <FileInput file={file} problem={problem} begun={begun} onFiles={take} />
      {file && (
        <SendOptions
          label={begun ? '继续上传' : '开始上传'}
          options={options}
          onChange={setOptions}
          onSend={() => {
            beginUpload({ file, begun, ...options })
            onDone()
          }}
        />
      )}
      {begun && (
        <div className="import-send">
          <Button onClick={onDone}>不继续了</Button>
        </div>
      )}
    </section>
  )
}

interface UploadOptions {
  dryRun: boolean
  overrideCurated: boolean
}

interface SendOptionsProps {
  label: string
  options: UploadOptions
  onChange: (options: UploadOptions) => void
  onSend: () => void
}

function SendOptions({ label, options, onChange, onSend }: SendOptionsProps) {
  return (
    <div className="import-send">
      <CheckBox
        label="只检查，不写入"
        hint="先看看有多少行会被拒绝，之后可以正式导入"
        checked={options.dryRun}
        onChange={(dryRun) => onChange({ ...options, dryRun })}
      />
      <CheckBox
        label="覆盖人工修改"
        hint="不勾选时，管理人员填写过的字段保持不变"
        checked={options.overrideCurated}
        onChange={(overrideCurated) => onChange({ ...options, overrideCurated })}
      />
      <Button primary onClick={onSend}>
        {label}
      </Button>
    </div>
  )
}

interface FileInputProps {
  file: File | null
  /** Why the chosen file is rejected; empty if it is accepted. */
  problem: string
  begun: Import | null
  onFiles: (files: FileList | null) => void
}

function FileInput({ file, problem, begun, onFiles }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const note = useId()
  const prompt = begun ? `请重新选择“${begun.name}”` : '选择文件，或拖到这里'
  return (
    <div className="import-choice">
      <span className="import-icon">
        <Icon of={Upload} size={28} />
      </span>
      <div className="import-text">
        <p className="import-file">{file?.name ?? prompt}</p>
        <p id={note} className={problem ? 'field-note field-error' : 'admin-sub'} role={problem ? 'alert' : undefined}>
          {problem || (file ? formatSize(file.size) : hintOf(begun))}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="导入文件"
        aria-describedby={note}
        accept=".ndjson,.jsonl,.json,.txt,.csv,.tsv,.xlsx,.xls,.html,.htm,.ods,.fods,.xml,.js,.sql,.nfo,.zip,.gz,.zst"
        onChange={(event) => {
          onFiles(event.target.files)
          event.target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>{file ? '换一个' : '选择文件'}</Button>
    </div>
  )
}

function hintOf(begun: Import | null): string {
  return begun
    ? `已上传 ${formatSize(begun.received)}，共 ${formatSize(begun.size)}`
    : 'NDJSON、表格（CSV、TSV、XLSX、ODS）、数据库和网站导出的 JSON、XML 或 SQL、NFO 文件夹的 ZIP；也可以用 gzip 或 zstd 压缩'
}

/** Why a file is rejected; empty if it is accepted. */
function refusalOf(file: File, begun: Import | null, isOneOfMany: boolean): string {
  if (isOneOfMany) return '一次只能导入一个文件'
  if (file.size === 0) return '这个文件是空的'
  if (begun && file.size !== begun.size) return '和上次上传的不是同一个文件'
  return ''
}
