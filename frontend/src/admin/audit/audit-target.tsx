import { Link } from 'react-router-dom'
import type { AuditEntry } from '@/shared/api/types.ts'
import { targetName } from '../kit/action-names.ts'
import type { TableLocation } from '../kit/use-table-params.ts'

/** Console paths by kind of target. Kinds without a page are missing. */
const PLACES: Readonly<Record<string, (id: string) => string>> = {
  work: (id) => `/admin/works?open=${id}`,
  term: (id) => `/admin/terms?open=${id}`,
  user: (id) => `/admin/members?open=${id}`,
  order: (id) => `/admin/orders?open=${id}`,
  message: (id) => `/admin/messages?open=${id}`,
  codes: (id) => `/admin/codes?batch=${encodeURIComponent(id)}`,
  plan: () => '/admin/plans',
  import: () => '/admin/import',
  report: () => '/admin/reports?status=done',
  download: () => '/admin/downloads',
}

/** The target of an entry: its kind, a link to it, and a link to its whole history. */
export function AuditTarget({ entry, table: { value, to } }: { entry: AuditEntry; table: TableLocation }) {
  const { targetKind, targetId } = entry
  const kind = targetName(targetKind)
  const name = entry.targetName ?? (targetKind === 'message' ? '对话' : targetId)
  const place = PLACES[targetKind]?.(targetId)
  const narrowed = value('targetId') === targetId
  return (
    <>
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
    </>
  )
}
