import { useLayoutEffect, useRef } from 'react'
import { currentToast, type ToastMessage } from '../feedback/toasts.ts'
import { useStore } from '../state/store.ts'
import { topModal } from './use-modal.ts'
import './toast-host.css'

/**
 * Live region of the current toast. The page and each modal dialog (`of`) have one, since everything outside the
 * topmost dialog is inert.
 */
export function ToastHost({ of = null }: { of?: string | null }) {
  const message = useStore(currentToast)
  const isHeard = useStore(topModal) === of
  return (
    <div className="toast-host" role="status" aria-live="polite">
      {message && isHeard && <Toast key={message.id} message={message} />}
    </div>
  )
}

/** A toast in the top layer, above dialogs, if the browser supports it. */
function Toast({ message }: { message: ToastMessage }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const element = paragraph.current
    if (!element?.showPopover) return
    element.popover = 'manual'
    element.showPopover()
  }, [])
  return (
    <p ref={paragraph} className={`toast toast-${message.kind}`}>
      {message.text}
    </p>
  )
}
