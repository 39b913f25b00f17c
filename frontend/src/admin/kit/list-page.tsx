import type { ComponentProps, ReactNode } from 'react'
import { AdminTable } from './admin-table.tsx'
import { FilterTabs } from './filter-tabs.tsx'
import { KeywordForm } from './keyword-form.tsx'
import type { TableParams } from './use-table-params.ts'

type AdminTableProps<Row extends { id: string }, Field extends string> = ComponentProps<typeof AdminTable<Row, Field>>

interface ListPageProps<Row extends { id: string }, Field extends string>
  extends Omit<AdminTableProps<Row, Field>, 'label'> {
  title: string
  /** What the table is called, where it is not the title. */
  label?: string
  table: TableParams<Field>
  /** Buttons and forms beside the title. */
  head?: ReactNode
  search?: Omit<ComponentProps<typeof KeywordForm>, 'table'>
  filters?: readonly Omit<ComponentProps<typeof FilterTabs>, 'table'>[]
  /** Stands between the filters and the table. */
  bar?: ReactNode
  /** The page's dialogs. */
  children?: ReactNode
}

/** A page of the console that lists something: title, search, filters, table and dialogs. */
export function ListPage<Row extends { id: string }, Field extends string>(props: ListPageProps<Row, Field>) {
  const { title, label = title, head, search, filters = [], bar, children, ...list } = props
  return (
    <>
      <div className="admin-head">
        <h1>{title}</h1>
        {head}
        {search && <KeywordForm table={list.table} {...search} />}
      </div>
      {filters.length > 0 && (
        <div className="admin-filters">
          {filters.map((filter) => (
            <FilterTabs key={filter.name} table={list.table} {...filter} />
          ))}
        </div>
      )}
      {bar}
      <AdminTable label={label} {...list} />
      {children}
    </>
  )
}
