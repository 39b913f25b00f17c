import { useLayoutEffect, useRef } from 'react'
import { useStore } from '../feedback/store.ts'
import { currentToast, type ToastMessage } from '../feedback/toasts.ts'
import './toast-host.css'

/** Shows the current toast; a live region, so that screen readers speak it. Mounted once. */
export function ToastHost() {
  const message = useStore(currentToast)
  return (
    <div className="toast-host" role="status" aria-live="polite">
      {message && <Toast key={message.id} message={message} />}
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
