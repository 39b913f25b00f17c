import { Link } from 'react-router-dom'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import type { TableLocation } from './use-table-params.ts'
import '@/shared/ui/chip.css'

/** Last page the server returns. */
const LAST_PAGE = 10_000

/** The server stops counting here. */
const MOST_COUNTED = 10_000

interface PagerProps {
  table: TableLocation
  total: number
}

/** Page links of a table. */
export function Pager({ table: { page, to }, total }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE.admin))
  const last = Math.min(pages, LAST_PAGE)
  return (
    <nav aria-label="分页" className="admin-pager numeric">
      <span className="admin-pager-total">
        共 {total} 条{total === MOST_COUNTED && '以上，请缩小范围'}
        {pages > last && `，只列出前 ${last * PAGE_SIZE.admin} 条，请缩小范围`}
      </span>
      {page > 1 && (
        <Link to={to({ page: String(Math.min(page - 1, last)) })} className="chip" rel="prev">
          上一页
        </Link>
      )}
      <span>
        第 {page} / {last} 页
      </span>
      {page < last && (
        <Link to={to({ page: String(page + 1) })} className="chip" rel="next">
          下一页
        </Link>
      )}
    </nav>
  )
}
