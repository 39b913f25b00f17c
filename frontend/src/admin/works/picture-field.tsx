import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { toast } from '@/shared/feedback/toasts.ts'
import type { FieldState } from '@/shared/lib/use-form.ts'
import { Cover } from '@/shared/ui/cover.tsx'
import { uploadPicture } from './api.ts'
import { linesOf } from './work-lines.ts'
import './picture-field.css'

/** Accepted types; the server checks the content too. */
const KINDS = 'image/jpeg,image/png,image/webp,image/avif'
/** Maximum size in bytes. */
const MOST_BYTES = 4 * 1024 * 1024

interface PictureFieldProps {
  label: string
  field: FieldState
  /** Whether the field is a list, one URL per line. */
  many?: boolean
}

/** Shows the pictures of a field and uploads others: replaces a single one, appends to a list. */
export function PictureField({ label, field, many = false }: PictureFieldProps) {
  const id = useId()
  const {
    field: { value, onChange },
  } = useController(field)
  const urls = linesOf(value)
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const paths: string[] = []
      for (const file of files) paths.push((await uploadPicture(file)).path)
      return paths
    },
    onSuccess: (paths) => onChange(many ? [...urls, ...paths].join('\n') : (paths[0] ?? '')),
  })

  function onFiles(files: File[]) {
    if (files.some(({ size }) => size > MOST_BYTES)) toast('图片最大 4 MiB', { kind: 'warning' })
    else if (files.length > 0) upload.mutate(files)
  }

  return (
    <div className="picture-field">
      {urls.length > 0 && (
        <ul aria-label={`${label}预览`}>
          {urls.slice(0, many ? undefined : 1).map((url) => (
            <li key={url}>
              <Cover path={url} fallback="没有图片" alt={url} />
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        type="file"
        accept={KINDS}
        multiple={many}
        aria-disabled={upload.isPending || undefined}
        className="visually-hidden"
        onClick={(event) => {
          if (upload.isPending) event.preventDefault()
        }}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <label htmlFor={id} className="chip picture-field-upload" data-busy={upload.isPending || undefined}>
        {upload.isPending ? '上传中' : `上传${label}`}
      </label>
    </div>
  )
}
