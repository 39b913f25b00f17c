import './unread-dot.css'

/** A dot on the way to one's own pages: support has replied. */
export function UnreadDot() {
  return (
    <span className="unread-dot">
      <span className="visually-hidden">有新回复</span>
    </span>
  )
}
