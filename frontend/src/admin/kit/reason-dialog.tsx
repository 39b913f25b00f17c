import type { ReactNode } from 'react'
import { REASON_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { TextArea } from '@/shared/ui/field.tsx'
import { submitOnCtrlEnter } from './submit-on-ctrl-enter.ts'
import { rememberReason, UsedReasons } from './used-reasons.tsx'

interface ReasonFieldsProps {
  /** Text of the confirm button. */
  confirm: string
  /** Whether a reason must be given. */
  required: boolean
  busy: boolean
  /** Further fields below the reason. */
  children?: ReactNode
  onConfirm: (reason: string) => void
}

interface ReasonDialogProps extends ReasonFieldsProps {
  title: string
  /** Explains the effect. */
  text: string
  onClose: () => void
}

/** Asks for the reason of a change, which is logged. */
export function ReasonDialog({ title, text, onClose, ...fields }: ReasonDialogProps) {
  return (
    <Dialog title={title} open onClose={onClose}>
      <div className="admin-form">
        <p className="admin-note">{text}</p>
        <ReasonFields {...fields} />
      </div>
    </Dialog>
  )
}

/** The reason field with confirm and cancel buttons. */
export function ReasonFields({ confirm, required, busy, children, onConfirm }: ReasonFieldsProps) {
  const { field, set, submit } = useForm({ reason: '' }, { reason: (value) => reasonRule(value, required) })
  const send = submit((texts) => {
    const reason = texts.reason.trim()
    if (required) rememberReason(confirm, reason)
    onConfirm(reason)
  }, busy)
  function use(reason: string) {
    set({ reason })
    void send()
  }
  return (
    <form className="admin-form" noValidate onSubmit={send} onKeyDown={submitOnCtrlEnter}>
      <TextArea
        label={required ? '原因' : '备注（选填）'}
        field={field('reason')}
        maxLength={REASON_MAX}
        counter
        autoFocus={required}
      />
      {children}
      {required && <UsedReasons action={confirm} onUse={use} />}
      <DialogActions confirm={confirm} busy={busy} loadingText="处理中" />
    </form>
  )
}

function reasonRule(text: string, required: boolean): string | null {
  if (required && codePoints(text) === 0) return '请填写原因'
  return codePoints(text) > REASON_MAX ? `最多${REASON_MAX}个字` : null
}
