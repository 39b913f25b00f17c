import type { Column } from './admin-table.tsx'
import { RowButton } from './row-button.tsx'

/** A column of times, sortable if `sort` is set. */
export function timeColumn<Row, Field extends string = never>(
  name: string,
  time: (row: Row) => string | null | undefined,
  sort?: Field,
): Column<Row, Field> {
  return { name, sort, wide: true, cell: (row) => (time(row) ? <time>{time(row)}</time> : '—') }
}

/** A row action: button text and handler. */
type RowAction = readonly [label: string, onClick: () => void]

/** The column of row buttons; `subject` names the row for screen readers. */
export function actionsColumn<Row>(
  subject: (row: Row) => string,
  actions: (row: Row) => readonly RowAction[],
): Column<Row> {
  return {
    name: '操作',
    kind: 'actions',
    cell: (row) => (
      <div className="admin-actions">
        {actions(row).map(([label, onClick]) => (
          <RowButton key={label} subject={subject(row)} onClick={onClick}>
            {label}
          </RowButton>
        ))}
      </div>
    ),
  }
}

/** A cell of two lines. The second is smaller, and truncated if `clamped`. */
export function TwoLines({ first, second, clamped }: { first: string; second: string; clamped?: boolean }) {
  return (
    <>
      {first}
      <span className={clamped ? 'admin-sub admin-clamp' : 'admin-sub'}>{second}</span>
    </>
  )
}
