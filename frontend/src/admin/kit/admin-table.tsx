import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListAnswer } from '@/shared/api/types.ts'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { Pager } from './pager.tsx'
import { SortLink } from './sort-link.tsx'
import { SortSelect } from './sort-select.tsx'
import { directionOf, type Sortable } from './table-sort.ts'
import type { TableParams } from './use-table-params.ts'
import './admin-table.css'

/** A column of a table. */
export interface Column<Row, Field extends string = never> extends Sortable<Field> {
  /** Name of a column that can be left out (see `ColumnOption`). */
  id?: string
  cell: (row: Row) => ReactNode
  /** Figures align right; actions have no visible heading. */
  kind?: 'figure' | 'actions'
  /** Full width where rows are cards; always so for the first column. */
  wide?: boolean
}

interface AdminTableProps<Row, Field extends string> {
  table: TableParams<Field>
  /** For screen readers only. */
  label: string
  list: UseQueryResult<ListAnswer<Row>>
  columns: readonly Column<Row, Field>[]
  /** What the rows can be sorted by. Default: the columns. */
  sortable?: readonly Sortable<Field>[]
  /** Shown when nothing matches. */
  empty: string
  /** Id of the row that is open beside the table. */
  openId?: string | null
}

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6]

/**
 * A table that the server pages and sorts, with all its states. On a phone each row is a card, and a select replaces
 * the headings for sorting.
 */
export function AdminTable<Row extends { id: string }, Field extends string>({
  table,
  label,
  list,
  columns,
  sortable = columns,
  empty,
  openId,
}: AdminTableProps<Row, Field>) {
  return (
    <QueryView query={list} fallback={<TableSkeleton />}>
      {({ rows, total }) => (
        <>
          {rows.length === 0 ? (
            <EmptyView text={empty} />
          ) : (
            <>
              <SortSelect table={table} columns={sortable} />
              <div className="admin-table-frame" data-stale={list.isPlaceholderData || undefined}>
                <table className="admin-table" aria-label={label}>
                  <thead>
                    <tr>
                      {columns.map((column) => (
                        <Heading key={column.name} table={table} column={column} />
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr
                        key={row.id}
                        ref={row.id === openId ? bringIntoSight : undefined}
                        aria-current={row.id === openId || undefined}
                      >
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
          {total > 0 && <Pager table={table} total={total} />}
        </>
      )}
    </QueryView>
  )
}

function bringIntoSight(row: HTMLElement | null): void {
  row?.scrollIntoView?.({ block: 'nearest' })
}

interface HeadingProps<Row, Field extends string> {
  table: TableParams<Field>
  column: Column<Row, Field>
}

function Heading<Row, Field extends string>({ table, column: { name, kind, sort } }: HeadingProps<Row, Field>) {
  return (
    <th scope="col" data-kind={kind} aria-sort={sort && directionOf(table.sortFields, sort, table.sorted)?.shown}>
      {sort && <SortLink table={table} name={name} field={sort} />}
      {!sort && (kind === 'actions' ? <span className="visually-hidden">{name}</span> : name)}
    </th>
  )
}

/** Placeholder of a table. */
export function TableSkeleton() {
  return (
    <div className="admin-table-frame" role="status" aria-label="加载中">
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="admin-row-skeleton">
          <span className="skeleton" />
        </div>
      ))}
    </div>
  )
}
