import type { ReactNode } from 'react'
import { Dialog, DialogActions } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** Explains the effect. */
  children: ReactNode
  /** Text of the confirm button. */
  confirm: string
  /** Text of the button that leaves everything as it is; 取消 unless given. */
  cancel?: string
  open: boolean
  /** Whether the action is running. */
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action that is irreversible or reaches further. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, cancel, open, busy, onConfirm, onClose } = props
  return (
    <Dialog title={title} open={open} busy={busy} onClose={onClose}>
      <div className="dialog-text">{children}</div>
      <DialogActions confirm={confirm} cancel={cancel} busy={busy} onConfirm={onConfirm} />
    </Dialog>
  )
}
