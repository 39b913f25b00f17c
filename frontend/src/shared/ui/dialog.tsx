import { type ReactNode, useId, useRef } from 'react'
import { Icon } from './icons.tsx'
import { useModal } from './use-modal.ts'
import './dialog.css'

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
  /** `sheet` comes from the bottom on a phone and stands in the middle elsewhere, like `box`; `side` comes from the right. */
  shape?: 'sheet' | 'side' | 'box' | 'wide'
}

/**
 * A modal dialog on the browser's own `<dialog>`: focus stays inside, the page behind is inert, Escape and a press on
 * the backdrop close it, focus returns to where it was.
 */
export function Dialog({ title, open, onClose, children, shape = 'box' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useModal(dialog, open)

  if (!open) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes through onCancel; the click is the backdrop's
    <dialog
      ref={dialog}
      className={`dialog dialog-${shape}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="icon-button" aria-label="关闭" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
