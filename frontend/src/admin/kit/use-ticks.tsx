import { type ReactNode, useState } from 'react'
import type { Column } from './admin-table.tsx'
import '@/shared/ui/chip.css'
import './ticks.css'

/** All rows of a list, beyond the page. */
interface Whole {
  total: number
  /** How they are counted, such as 部作品. */
  unit: string
}

/**
 * Selected rows of a table for a bulk action. Rows that leave the page are deselected. With `whole` all rows of the list
 * can be selected.
 */
export function useTicks<Row extends { id: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  whole?: Whole,
) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [wantsWhole, setWantsWhole] = useState(false)
  const ticked = rows.filter(({ id }) => ids.has(id))
  const all = rows.length > 0 && ticked.length === rows.length
  const hasMore = whole !== undefined && whole.total > rows.length
  const isWhole = wantsWhole && all && hasMore

  function choose(next: Iterable<string>, isWhole = false) {
    setIds(new Set(next))
    setWantsWhole(isWhole)
  }

  function toggle(id: string) {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    choose(next)
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

  function label(): string {
    if (isWhole) return `已选全部${whole.total}${whole.unit}`
    return ticked.length === 0 ? '全选本页' : `已选${ticked.length}${whole?.unit ?? '条'}`
  }

  /** The bulk actions, with a checkbox that selects the page and a button that selects the list. */
  function bar(actions: ReactNode): ReactNode {
    if (rows.length === 0) return null
    const page = rows.map(({ id }) => id)
    return (
      <div className="tick-bar" data-active={ticked.length > 0 || undefined}>
        <label className="tick tick-all">
          <input type="checkbox" checked={all} onChange={() => choose(all ? [] : page)} />
          <span>{label()}</span>
        </label>
        {hasMore && !isWhole && (ticked.length === 0 || all) && (
          <button type="button" className="chip" onClick={() => choose(page, true)}>
            选择全部 {whole.total} {whole.unit}
          </button>
        )}
        {ticked.length > 0 && actions}
      </div>
    )
  }

  return { ticked, isWhole, ticks, bar, clear: () => choose([]) }
}
