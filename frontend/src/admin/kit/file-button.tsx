import { useId } from 'react'
import { PICTURE_KINDS } from './use-upload.ts'
import '@/shared/ui/chip.css'
import './pictures.css'

interface FileButtonProps {
  /** What is chosen, such as 封面. */
  label: string
  many?: boolean
  isBusy: boolean
  onFiles: (files: File[]) => void
}

/** Chooses picture files. */
export function FileButton({ label, many, isBusy, onFiles }: FileButtonProps) {
  const id = useId()
  return (
    <span>
      <input
        id={id}
        type="file"
        accept={PICTURE_KINDS}
        multiple={many}
        aria-disabled={isBusy || undefined}
        className="visually-hidden"
        onClick={(event) => {
          if (isBusy) event.preventDefault()
        }}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <label htmlFor={id} className="chip pictures-choose" data-busy={isBusy || undefined}>
        {isBusy ? '上传中' : `上传${label}`}
      </label>
    </span>
  )
}
