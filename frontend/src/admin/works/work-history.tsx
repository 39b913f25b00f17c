import { useQuery } from '@tanstack/react-query'
import type { AdminWorkDetail, AuditEntry } from '@/shared/api/types.ts'
import { Button } from '@/shared/ui/button.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { actionName } from '../kit/action-names.ts'
import { ChangeList } from '../kit/change-list.tsx'
import { workHistoryOptions } from './api.ts'
import { formerTexts } from './former-texts.ts'
import type { WorkTexts } from './work-form.ts'
import './work-history.css'

interface WorkHistoryProps {
  work: AdminWorkDetail
  /** Fills the form with an earlier version. */
  onRestore: (texts: Partial<WorkTexts>) => void
}

/** What operators have changed of a work, the latest first, with a way back to each version. */
export default function WorkHistory({ work, onRestore }: WorkHistoryProps) {
  const list = useQuery(workHistoryOptions(work.id))
  return (
    <QueryView query={list}>
      {({ rows, total }) =>
        rows.length === 0 ? (
          <p className="admin-note">管理人员还没有改过这部作品。</p>
        ) : (
          <ol className="work-history">
            {rows.map((entry, at) => (
              <Version
                key={entry.id}
                entry={entry}
                onRestore={at > 0 ? () => onRestore(formerTexts(work, rows.slice(0, at))) : undefined}
              />
            ))}
            {total > rows.length ? (
              <li className="admin-note">只列出最近 {rows.length} 次改动，其余在操作日志里。</li>
            ) : (
              <Original rows={rows} onRestore={() => onRestore(formerTexts(work, rows))} />
            )}
          </ol>
        )
      }
    </QueryView>
  )
}

interface VersionProps {
  entry: AuditEntry
  /** Missing for the current version. */
  onRestore?: () => void
}

function Version({ entry, onRestore }: VersionProps) {
  const { action, actor, createTime, targetKind, before, after, reason } = entry
  return (
    <li>
      <p className="work-history-line">
        <span>
          {actionName(action)} · {actor}
          <time className="admin-sub">{createTime}</time>
        </span>
        {onRestore && (
          <Button round onClick={onRestore} aria-label={`恢复到这一版：${createTime}`}>
            恢复到这一版
          </Button>
        )}
      </p>
      <ChangeList targetKind={targetKind} before={before} after={after} />
      {reason && <p className="admin-note">{reason}</p>}
    </li>
  )
}

/** The work before the first change; one that an operator has created had nothing before. */
function Original({ rows, onRestore }: { rows: readonly AuditEntry[]; onRestore: () => void }) {
  if (rows[rows.length - 1]?.action === 'works.create') return null
  return (
    <li className="work-history-line">
      <span>最早的版本</span>
      <Button round onClick={onRestore} aria-label="恢复到这一版：最早的版本">
        恢复到这一版
      </Button>
    </li>
  )
}
