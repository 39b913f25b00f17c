import { Link } from 'react-router-dom'
import type { AuditEntry } from '@/shared/api/types.ts'
import { targetName } from '../kit/action-names.ts'
import type { AdminPart } from '../kit/sections.ts'
import type { TableLocation } from '../kit/use-table-params.ts'
import { linkTo, nameOf, placeOf } from './places.ts'

interface AuditTargetProps {
  entry: AuditEntry
  table: TableLocation
  /** The sections that the operator may see. */
  parts: readonly AdminPart[]
}

/** The target of an entry: its kind, a link to it while it exists, and a link to its whole history. */
export function AuditTarget({ entry, table: { value, to }, parts }: AuditTargetProps) {
  const { targetKind, targetId } = entry
  const kind = targetName(targetKind)
  const name = nameOf(entry)
  const place = linkTo(parts, placeOf(entry))
  const narrowed = value('targetId') === targetId
  return (
    <div className="audit-cell">
      <span className="admin-sub">{kind}</span>
      {place ? (
        <Link to={place} className="admin-link audit-target">
          {name}
        </Link>
      ) : (
        <span className="audit-target">{name}</span>
      )}
      <Link
        to={to(narrowed ? { targetKind: '', targetId: '' } : { targetKind, targetId })}
        className="admin-sub audit-only"
        aria-label={narrowed ? '显示全部记录' : `只看它的记录：${kind} ${name}`}
      >
        {narrowed ? '显示全部' : '只看它的记录'}
      </Link>
    </div>
  )
}
