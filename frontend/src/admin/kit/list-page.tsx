import type { ComponentProps, ReactNode } from 'react'
import { AdminTable } from './admin-table.tsx'
import type { ColumnChoice } from './column-choice.ts'
import { ColumnMenu } from './column-menu.tsx'
import { FilterTabs } from './filter-tabs.tsx'
import { KeywordForm } from './keyword-form.tsx'
import type { TableParams } from './use-table-params.ts'

type AdminTableProps<Row extends { id: string }, Field extends string> = ComponentProps<typeof AdminTable<Row, Field>>

interface ListPageProps<Row extends { id: string }, Field extends string>
  extends Omit<AdminTableProps<Row, Field>, 'label'> {
  title: string
  /** Label of the table, if it is not the title. */
  label?: string
  table: TableParams<Field>
  /** Rendered beside the title. */
  head?: ReactNode
  search?: Omit<ComponentProps<typeof KeywordForm>, 'table'>
  filters?: readonly Omit<ComponentProps<typeof FilterTabs>, 'table'>[]
  /** Rendered after the filters, in their line. */
  moreFilters?: ReactNode
  /** The columns that can be left out. */
  choice?: ColumnChoice
  /** Rendered between filters and table. */
  bar?: ReactNode
  /** Dialogs of the page. */
  children?: ReactNode
}

/** A list page of the console: title, search, filters, table and dialogs. */
export function ListPage<Row extends { id: string }, Field extends string>(props: ListPageProps<Row, Field>) {
  const { title, label = title, head, search, filters = [], moreFilters, choice, bar, children, ...list } = props
  return (
    <>
      <div className="admin-head">
        <h1>{title}</h1>
        {head}
        {search && <KeywordForm table={list.table} {...search} />}
      </div>
      {(filters.length > 0 || moreFilters || choice) && (
        <div className="admin-filters">
          {filters.map((filter) => (
            <FilterTabs key={filter.name} table={list.table} {...filter} />
          ))}
          {moreFilters}
          {choice && <ColumnMenu choice={choice} />}
        </div>
      )}
      {bar}
      <AdminTable label={label} {...list} />
      {children}
    </>
  )
}
