import './unread-dot.css'

/** A dot that marks unread replies of support and decisions about requests. */
export function UnreadDot() {
  return (
    <span className="unread-dot">
      <span className="visually-hidden">有新消息</span>
    </span>
  )
}
