import './unread-dot.css'

/** A dot that marks unread replies of support. */
export function UnreadDot() {
  return (
    <span className="unread-dot">
      <span className="visually-hidden">有新回复</span>
    </span>
  )
}
