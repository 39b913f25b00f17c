import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListAnswer } from '@/shared/api/types.ts'
import { EmptyView, ErrorView } from '@/shared/ui/states.tsx'
import { Pager } from './pager.tsx'
import { SortLink } from './sort-link.tsx'
import { SortSelect } from './sort-select.tsx'
import { type Sortable, type TableSort, wayOf } from './table-sort.ts'
import { useTableAddress } from './use-table-address.ts'
import './admin-table.css'

/** A column of a table. */
export interface Column<Row> extends Sortable {
  cell: (row: Row) => ReactNode
  /** Figures stand right; actions have no heading to see. */
  kind?: 'figure' | 'actions'
  /** Takes a line of its own where rows are cards; the first column always does. */
  wide?: boolean
}

interface AdminTableProps<Row> {
  /** What the rows are; heard, not seen. */
  label: string
  list: UseQueryResult<ListAnswer<Row>>
  columns: readonly Column<Row>[]
  /** Said when nothing matches. */
  empty: string
}

const WAITING_ROWS = [1, 2, 3, 4, 5, 6]

/**
 * A table whose pages the server cuts and sorts, in every state. On a phone each row is a card, and a list sorts instead
 * of the headings.
 */
export function AdminTable<Row extends { id: string }>({ label, list, columns, empty }: AdminTableProps<Row>) {
  const current = useTableAddress().sorted(columns)
  if (list.isPending) return <Waiting />
  if (!list.data) return <ErrorView error={list.error} onRetry={() => void list.refetch()} />
  const { rows, total } = list.data
  return (
    <>
      {rows.length === 0 ? (
        <EmptyView text={empty} />
      ) : (
        <>
          <SortSelect columns={columns} current={current} />
          <div className="admin-table-frame" data-stale={list.isPlaceholderData || undefined}>
            <table className="admin-table" aria-label={label}>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <Heading key={column.name} column={column} current={current} />
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    {columns.map(({ name, kind, wide, cell }, index) => (
                      <td key={name} data-kind={kind} data-name={name} data-wide={wide || index === 0 || undefined}>
                        <div>{cell(row)}</div>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {total > 0 && <Pager total={total} />}
    </>
  )
}

function Heading<Row>({ column, current }: { column: Column<Row>; current: TableSort }) {
  const { name, kind, sort } = column
  return (
    <th scope="col" data-kind={kind} aria-sort={sort && wayOf(sort, current)?.shown}>
      {sort && <SortLink name={name} column={sort} current={current} />}
      {!sort && (kind === 'actions' ? <span className="visually-hidden">{name}</span> : name)}
    </th>
  )
}

function Waiting() {
  return (
    <div className="admin-table-frame" role="status" aria-label="加载中">
      {WAITING_ROWS.map((row) => (
        <div key={row} className="admin-row-waiting">
          <span className="skeleton" />
        </div>
      ))}
    </div>
  )
}
