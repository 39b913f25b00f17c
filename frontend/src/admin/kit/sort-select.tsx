import { useNavigate } from 'react-router-dom'
import { SelectField } from '@/shared/ui/field.tsx'
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
  const field = {
    name: 'sort',
    value: sortValue(table.sorted),
    error: null,
    onChange: (value: string) => {
      const choice = choices.find((known) => known.value === value)
      if (choice) void navigate(table.to({ ...choice.sorted }), { replace: true })
    },
    onBlur: () => undefined,
  }
  return (
    <div className="admin-select admin-sort-select">
      <SelectField label="排序" field={field} choices={choices} />
    </div>
  )
}
