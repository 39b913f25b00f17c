import type { ReactNode } from 'react'
import { FileButton } from './file-button.tsx'
import type { useUpload } from './use-upload.ts'
import './pictures.css'

interface PictureActionsProps extends Pick<ReturnType<typeof useUpload>, 'error' | 'isBusy'> {
  /** What is chosen, such as 封面. */
  label: string
  onFiles: (files: File[]) => void
  /** What the button says that takes the picture away; none where there is no picture. */
  remove: string | null
  onRemove: () => void
  /** Shown unless something went wrong. */
  children: ReactNode
}

/** What is done with the one picture of a field, below it: choose another, take it away; and what went wrong. */
export function PictureActions({ label, error, isBusy, onFiles, remove, onRemove, children }: PictureActionsProps) {
  return (
    <>
      <div className="pictures-actions">
        <FileButton label={label} isBusy={isBusy} onFiles={onFiles} />
        {remove && (
          <button type="button" className="chip" onClick={onRemove}>
            {remove}
          </button>
        )}
      </div>
      {error ? (
        <p role="alert" className="field-note field-error">
          {error}
        </p>
      ) : (
        children
      )}
    </>
  )
}
