import { useLayoutEffect, useRef } from 'react'
import { currentToast, type ToastMessage } from '../feedback/toasts.ts'
import { useStore } from '../state/store.ts'
import { topModal } from './use-modal.ts'
import './toast-host.css'

/**
 * Shows the current toast; a live region, so that screen readers speak it. One stands in the page and one in each modal
 * dialog, named by `of`: what is outside the uppermost dialog is not heard.
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

/** A toast lies over everything, open dialogs too, where the browser has a layer for that. */
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
