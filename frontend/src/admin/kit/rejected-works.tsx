import type { Schemas } from '@/shared/api/contract.ts'
import './rejected-works.css'

/** Works that are named. */
const MAX_NAMED = 200

interface RejectedWorksProps {
  /** What the list is about, after the number of works. */
  label: string
  works: readonly Schemas['RejectedWork'][]
}

/** The works that a bulk change or an undo has left as they are, each with the reason. */
export function RejectedWorks({ label, works }: RejectedWorksProps) {
  const named = works.slice(0, MAX_NAMED)
  return (
    <details className="rejected-works">
      <summary>
        {works.length} 部{label}
      </summary>
      <ul>
        {named.map(({ id, number, msg }) => (
          <li key={id}>
            <span className="numeric">{number || id}</span> {msg}
          </li>
        ))}
      </ul>
      {works.length > named.length && <p className="admin-note">只列出前 {MAX_NAMED} 部。</p>}
    </details>
  )
}
