import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { apiPostBytes } from '@/shared/api/http.ts'
import { IMPORT_PART_TIMEOUT_MS } from '@/shared/config/constants.ts'
import { useLeaveGuard } from '@/shared/lib/use-leave-guard.ts'

/** Accepted types; the server checks the content too. */
export const PICTURE_KINDS = 'image/jpeg,image/png,image/webp,image/avif'
/** Maximum size in bytes. */
const MAX_BYTES = 4 * 1024 * 1024

/** What is wrong with a file, in the server's words; `null` if nothing is. */
function problemOf({ type, size }: File): string | null {
  if (!PICTURE_KINDS.split(',').includes(type)) return '请上传 JPEG、PNG、WebP 或 AVIF 图片'
  return size > MAX_BYTES ? '图片最大 4 MiB' : null
}

/** Uploads a picture and returns its path: `POST /admin/pictures`. What goes wrong is said where it was chosen. */
async function uploadPicture(file: File): Promise<Schemas['UploadedPicture']> {
  const body = new Uint8Array(await file.arrayBuffer())
  return (
    await apiPostBytes('/admin/pictures', { body, timeout: IMPORT_PART_TIMEOUT_MS, silent: true, repeatable: true })
  ).data
}

/** Uploads pictures that were chosen, dropped or pasted, one after the other. Until they are there nothing is left or saved. */
export function useUpload(onPath: (path: string) => void) {
  const [error, setError] = useState<string | null>(null)
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) onPath((await uploadPicture(file)).path)
    },
    onError: (failure) => setError(failure.message),
  })
  useLeaveGuard(upload.isPending, null)

  function take(files: readonly File[]) {
    if (files.length === 0 || upload.isPending) return
    const problem = files.map(problemOf).find((found) => found !== null) ?? null
    setError(problem)
    if (problem === null) upload.mutate(files)
  }

  return { take, error, isBusy: upload.isPending }
}

/** Whether files are dragged, and not something of the page. */
export function hasFiles({ dataTransfer }: DragEvent | globalThis.DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** Takes dropped files; `isOver` while they are above. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, handlers }
}
