import { ChevronRight, ChevronsUpDown } from 'lucide'
import { Link } from 'react-router-dom'
import { Icon } from '@/shared/ui/icons.tsx'
import { nextSort } from './table-sort.ts'
import type { TableParams } from './use-table-params.ts'

interface SortLinkProps<Field extends string> {
  table: TableParams<Field>
  /** The column's name. */
  name: string
  field: Field
}

/** A column heading that sorts the table; `aria-sort` of the heading rotates the arrow. */
export function SortLink<Field extends string>({ table, name, field }: SortLinkProps<Field>) {
  const { sortFields, sorted, to } = table
  return (
    <Link to={to({ ...nextSort(sortFields, field, sorted) })} replace className="admin-sort-link">
      {name}
      <span className="visually-hidden"> 排序</span>
      <Icon of={sorted.sort === field ? ChevronRight : ChevronsUpDown} size={14} />
    </Link>
  )
}
