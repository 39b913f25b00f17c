import { changesBetween } from './changes.ts'
import './change-list.css'

/** What an operator changed: each field with what it was and what it is. */
export function ChangeList({ before, after }: { before: unknown; after: unknown }) {
  const changes = changesBetween(before, after)
  if (changes.length === 0) return <>—</>
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={change.field}>
          <span className="change-field">{change.field}</span>
          {change.before !== null && <del>{change.before}</del>}
          {change.before !== null && change.after !== null && <span aria-hidden="true">→</span>}
          {change.after !== null && <ins>{change.after}</ins>}
        </li>
      ))}
    </ul>
  )
}
