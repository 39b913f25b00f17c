import { Link, useNavigate } from 'react-router-dom'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import type { TableLocation } from './use-table-params.ts'
import '@/shared/ui/chip.css'
import '@/shared/ui/field.css'

/** Last page the server returns. */
const LAST_PAGE = 10_000

/** The server stops counting here. */
const MAX_COUNTED = 10_000

interface PagerProps {
  table: TableLocation
  total: number
}

/** Page links of a table. */
export function Pager({ table: { page, size, sizes, to }, total }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size))
  const last = Math.min(pages, LAST_PAGE)
  return (
    <nav aria-label="分页" className="admin-pager numeric">
      <span className="admin-pager-total">
        共 {total} 条{total === MAX_COUNTED && '以上，请缩小范围'}
        {pages > last && `，只列出前 ${last * size} 条，请缩小范围`}
      </span>
      {sizes.length > 1 && <SizeLinks sizes={sizes} current={size} to={to} />}
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
      {last > 2 && <PageJump to={to} last={last} />}
    </nav>
  )
}

/** Rows per page, as links. */
function SizeLinks({ sizes, current, to }: { sizes: readonly number[]; current: number; to: TableLocation['to'] }) {
  return (
    <span className="admin-pager-sizes">
      每页
      {sizes.map((size) => (
        <Link
          key={size}
          to={to({ size: size === PAGE_SIZE.admin ? '' : String(size) })}
          className="chip"
          aria-current={size === current || undefined}
          aria-label={`每页 ${size} 条`}
        >
          {size}
        </Link>
      ))}
    </span>
  )
}

/** Goes to the page with a number; beyond the last one, to the last. */
function PageJump({ to, last }: { to: TableLocation['to']; last: number }) {
  const navigate = useNavigate()
  return (
    <form
      className="admin-pager-jump"
      onSubmit={(event) => {
        event.preventDefault()
        const page = Number(new FormData(event.currentTarget).get('page'))
        event.currentTarget.reset()
        if (Number.isInteger(page) && page >= 1) void navigate(to({ page: String(Math.min(page, last)) }))
      }}
    >
      <div className="field-box">
        <input name="page" inputMode="numeric" maxLength={5} autoComplete="off" aria-label="页码" placeholder="页码" />
      </div>
      <button type="submit" className="chip">
        跳转
      </button>
    </form>
  )
}
