import { Link } from 'react-router-dom'
import { Icon } from '@/shared/ui/icons.tsx'
import { type ColumnSort, nextSort, type TableSort } from './table-sort.ts'
import { useTableAddress } from './use-table-address.ts'

interface SortLinkProps {
  /** The column's name. */
  name: string
  column: ColumnSort
  current: TableSort
}

/** A column's heading, which sorts the table by it; the heading's `aria-sort` turns the arrow. */
export function SortLink({ name, column, current }: SortLinkProps) {
  const { to } = useTableAddress()
  const isSorted = column.word === current.sort
  return (
    <Link to={to(nextSort(column, current))} replace className="admin-sort-link">
      {name}
      <span className="visually-hidden"> 排序</span>
      <Icon name={isSorted ? 'chevron' : 'sort'} size={14} />
    </Link>
  )
}
