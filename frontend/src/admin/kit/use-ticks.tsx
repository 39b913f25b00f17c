import { type ReactNode, useState } from 'react'
import type { Column } from './admin-table.tsx'
import './ticks.css'

/** Selected rows of a table for a bulk action. Rows that leave the page are deselected. */
export function useTicks<Row extends { id: string }>(rows: readonly Row[], nameOf: (row: Row) => string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const ticked = rows.filter(({ id }) => ids.has(id))
  const all = rows.length > 0 && ticked.length === rows.length

  function toggle(id: string) {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }

  const ticks: Column<Row> = {
    name: '选择',
    kind: 'actions',
    cell: (row) => (
      <label className="tick">
        <input type="checkbox" checked={ids.has(row.id)} onChange={() => toggle(row.id)} />
        <span className="visually-hidden">选择 {nameOf(row)}</span>
      </label>
    ),
  }

  /** The bulk actions, with a checkbox that selects all. */
  function bar(actions: ReactNode): ReactNode {
    if (rows.length === 0) return null
    return (
      <div className="tick-bar">
        <label className="tick tick-all">
          <input type="checkbox" checked={all} onChange={() => setIds(new Set(all ? [] : rows.map(({ id }) => id)))} />
          <span>{ticked.length === 0 ? '全选本页' : `已选${ticked.length}条`}</span>
        </label>
        {ticked.length > 0 && actions}
      </div>
    )
  }

  return { ticked, ticks, bar, clear: () => setIds(new Set()) }
}
