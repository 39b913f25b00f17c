import { useEffect, useRef } from 'react'
import { useStore } from '../feedback/store.ts'
import { currentToast } from '../feedback/toasts.ts'
import './toast-host.css'

/** Shows the current toast; a live region, so that screen readers speak it. Mounted once. */
export function ToastHost() {
  const message = useStore(currentToast)
  const host = useRef<HTMLDivElement>(null)

  // Dialogs stand in the browser's top layer: only what is shown after them stands above.
  useEffect(() => {
    const element = host.current
    if (!message || !element?.showPopover) return
    element.popover = 'manual'
    element.showPopover()
    return () => element.hidePopover()
  }, [message])

  return (
    <div ref={host} className="toast-host" role="status" aria-live="polite">
      {message && (
        <p key={message.id} className={`toast toast-${message.kind}`}>
          {message.text}
        </p>
      )}
    </div>
  )
}
