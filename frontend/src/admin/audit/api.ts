import { ADMIN_KEY } from '../kit/admin-key.ts'
import { type TableFilter, tableOptions } from '../kit/table-query.ts'

/** What operators changed, unsorted the newest first: `GET /admin/audit`. */
export function auditOptions(filter: TableFilter<'/admin/audit'>) {
  return tableOptions([...ADMIN_KEY, 'audit'], '/admin/audit', filter)
}
