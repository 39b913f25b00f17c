import type { ReactNode } from 'react'
import { Dialog, DialogActions } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** Explains the effect. */
  children: ReactNode
  /** Text of the confirm button. */
  confirm: string
  open: boolean
  /** Whether the action is running. */
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action that is irreversible or reaches further. */
export function ConfirmDialog({ title, children, confirm, open, busy, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} open={open} busy={busy} onClose={onClose}>
      <div className="dialog-text">{children}</div>
      <DialogActions confirm={confirm} busy={busy} onConfirm={onConfirm} />
    </Dialog>
  )
}
