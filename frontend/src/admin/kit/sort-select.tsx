import { useNavigate } from 'react-router-dom'
import { Select } from '@/shared/ui/field-frame.tsx'
import { type Sortable, sortChoices, sortValue } from './table-sort.ts'
import type { TableParams } from './use-table-params.ts'

interface SortSelectProps<Field extends string> {
  table: TableParams<Field>
  columns: readonly Sortable<Field>[]
}

/** Sorts a table whose headings are not shown. */
export function SortSelect<Field extends string>({ table, columns }: SortSelectProps<Field>) {
  const navigate = useNavigate()
  const choices = sortChoices(columns, table.sortFields)
  if (choices.length === 1) return null
  function onChange(value: string) {
    const choice = choices.find((known) => known.value === value)
    if (choice) void navigate(table.to({ ...choice.sorted }), { replace: true })
  }
  return (
    <div className="admin-select admin-sort-select">
      <Select label="排序" name="sort" value={sortValue(table.sorted)} choices={choices} onChange={onChange} />
    </div>
  )
}
