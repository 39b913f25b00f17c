import { changesBetween } from './changes.ts'
import './change-list.css'

interface ChangeListProps {
  /** Kind of the changed object. */
  targetKind: string
  before: unknown
  after: unknown
}

/** The fields an operator changed, with old and new values. */
export function ChangeList({ targetKind, before, after }: ChangeListProps) {
  const changes = changesBetween(targetKind, before, after)
  if (changes.length === 0) return <>—</>
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={change.field}>
          <span className="changes-field">{change.field}</span>
          {change.before !== null && <del>{change.before}</del>}
          {change.before !== null && change.after !== null && <span aria-hidden="true">→</span>}
          {change.after !== null && <ins>{change.after}</ins>}
        </li>
      ))}
    </ul>
  )
}
