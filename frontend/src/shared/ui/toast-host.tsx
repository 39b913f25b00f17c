import { useStore } from '../feedback/store.ts'
import { currentToast } from '../feedback/toasts.ts'
import './toast-host.css'

/** Shows the current toast; a live region, so that screen readers speak it. Mounted once. */
export function ToastHost() {
  const message = useStore(currentToast)
  return (
    <div className="toast-host" role="status" aria-live="polite">
      {message && (
        <p key={message.id} className={`toast toast-${message.kind}`}>
          {message.text}
        </p>
      )}
    </div>
  )
}
