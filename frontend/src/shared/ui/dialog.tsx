import { X } from 'lucide'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { askToLeave, firstOf, type LeaveGuard } from '../feedback/leave-guards.ts'
import { DialogContext, useDialogScope, useLeaveGuard } from '../lib/use-leave-guard.ts'
import { useSeenPart } from '../lib/use-seen-part.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'
import { ToastHost } from './toast-host.tsx'
import { hasModals, useModal } from './use-modal.ts'
import './icon-button.css'
import './dialog.css'

interface OpenDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  /**
   * `sheet`: bottom sheet on a phone, centred like `box` elsewhere. `drawer`: a wider sheet. `side`: from the right.
   * `panel`: as high as the window, from the right, and as wide as a phone.
   */
  shape?: 'sheet' | 'drawer' | 'side' | 'panel' | 'box' | 'wide'
  /** Not modal but a part of the page, in its place there. */
  beside?: boolean
  /** The content fills the height and scrolls by itself. */
  filled?: boolean
  /** Prevents closing while a request is running. Submit buttons inside set it automatically. */
  busy?: boolean
  /** Rendered in the header, before the close button. */
  action?: ReactNode
}

interface DialogProps extends OpenDialogProps {
  open: boolean
}

/**
 * A modal dialog on `<dialog>`: traps and restores the focus, makes the page inert, and closes on Escape, backdrop
 * click and Back. It stays open while busy and asks before input is lost. Toasts are announced inside it, where screen
 * readers hear them.
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null
}

function OpenDialog(props: OpenDialogProps) {
  const { title, onClose, children, shape = 'box', beside, filled, busy = false, action } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [guards, setGuards] = useState<readonly LeaveGuard[]>([])
  const addGuard = useCallback((guard: LeaveGuard) => {
    setGuards((known) => [...known, guard])
    return () => setGuards((known) => known.filter((other) => other !== guard))
  }, [])

  function requestClose() {
    const guard = firstOf(guards)
    if (guard) askToLeave(guard, onClose)
    else onClose()
  }

  const id = useModal(dialog, requestClose, beside)
  useSeenPart(dialog)
  const isBusy = guards.some((guard) => guard.question() === null)
  const latest = useRef(requestClose)
  useLayoutEffect(() => {
    latest.current = requestClose
  })
  const scope = useMemo(() => ({ busy: isBusy, addGuard, requestClose: () => latest.current() }), [isBusy, addGuard])

  const box = (
    <dialog
      ref={dialog}
      className={beside ? 'dialog-beside dialog-filled' : classOf(shape, filled)}
      aria-labelledby={titleId}
      onClick={(event) => {
        if (!beside && event.target === event.currentTarget) requestClose()
      }}
      onKeyDown={(event) => {
        if (beside && isEscape(event)) requestClose()
      }}
    >
      <DialogContext value={scope}>
        <BusyWhile busy={busy} />
        <div className="dialog-body">
          <div className="dialog-head">
            <h2 id={titleId}>{title}</h2>
            {action}
            <button
              type="button"
              className="icon-button"
              aria-label="关闭"
              aria-disabled={isBusy || undefined}
              data-autofocus={action ? true : undefined}
              onClick={requestClose}
            >
              <Icon of={X} />
            </button>
          </div>
          {children}
        </div>
      </DialogContext>
      {!beside && <ToastHost of={id} />}
    </dialog>
  )
  // Bars and sheets it may stand in would hold it: a browser without modal dialogs has no layer above the page.
  return beside || hasModals() ? box : createPortal(box, document.body)
}

/** Whether a key closes what it was pressed in. A dialog that stands above, though inside for React, has its own. */
function isEscape({ key, nativeEvent, currentTarget, target }: KeyboardEvent<HTMLElement>): boolean {
  const isOwn = (target as Element).closest('dialog') === currentTarget
  return key === 'Escape' && isOwn && !nativeEvent.defaultPrevented && !nativeEvent.isComposing && !nativeEvent.repeat
}

function classOf(shape: NonNullable<OpenDialogProps['shape']>, filled = false): string {
  const shapes = shape === 'drawer' ? 'dialog dialog-sheet dialog-drawer' : `dialog dialog-${shape}`
  return filled ? `${shapes} dialog-filled` : shapes
}

function BusyWhile({ busy }: { busy: boolean }) {
  useLeaveGuard(busy, null)
  return null
}

interface DialogActionsProps {
  /** Text of the confirm button. */
  confirm: string
  /** Text of the cancel button. */
  cancel?: string
  busy?: boolean
  loadingText?: string
  danger?: boolean
  /** Confirm handler; without it, the button submits the surrounding form. */
  onConfirm?: () => void
  /** Cancels without closing the dialog. */
  onCancel?: () => void
}

/** Footer of a dialog: cancel and confirm buttons. */
export function DialogActions(props: DialogActionsProps) {
  const { confirm, cancel = '取消', busy, loadingText, danger = false, onConfirm, onCancel } = props
  return (
    <div className="dialog-actions">
      {onCancel ? <Button onClick={onCancel}>{cancel}</Button> : <CancelButton text={cancel} />}
      <Button
        primary={!danger}
        danger={danger}
        type={onConfirm ? 'button' : 'submit'}
        loading={busy}
        loadingText={loadingText ?? (onConfirm ? undefined : '保存中')}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </div>
  )
}

/** Closes the surrounding dialog. */
export function CancelButton({ text = '取消' }: { text?: string }) {
  const scope = useDialogScope()
  return (
    <Button disabled={scope?.busy} onClick={scope?.requestClose}>
      {text}
    </Button>
  )
}
