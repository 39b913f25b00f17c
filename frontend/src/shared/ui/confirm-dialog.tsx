import type { ReactNode } from 'react'
import { Dialog, DialogActions } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** What happens then. */
  children: ReactNode
  /** What the button that does it says. */
  confirm: string
  open: boolean
  /** It is being done. */
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, children, confirm, open, busy, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} open={open} busy={busy} onClose={onClose}>
      <div className="dialog-text">{children}</div>
      <DialogActions confirm={confirm} busy={busy} onConfirm={onConfirm} />
    </Dialog>
  )
}
