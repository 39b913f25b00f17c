import { useNavigate } from 'react-router-dom'
import { SelectField } from '@/shared/ui/field.tsx'
import { type Sortable, sortChoices, sortValue, type TableSort } from './table-sort.ts'
import { useTableAddress } from './use-table-address.ts'

interface SortSelectProps {
  columns: readonly Sortable[]
  current: TableSort
}

/** Sorts a table whose headings are not shown. */
export function SortSelect({ columns, current }: SortSelectProps) {
  const { to } = useTableAddress()
  const navigate = useNavigate()
  const choices = sortChoices(columns)
  if (choices.length === 1) return null
  const field = {
    name: 'sort',
    value: sortValue(current),
    error: null,
    onChange: (value: string) => {
      const choice = choices.find((known) => known.value === value)
      if (choice) void navigate(to(choice.sorted), { replace: true })
    },
    onBlur: () => undefined,
  }
  return (
    <div className="admin-select admin-sort-select">
      <SelectField label="排序" field={field} choices={choices} />
    </div>
  )
}
