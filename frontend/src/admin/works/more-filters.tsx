import { X } from 'lucide'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { QueryChange } from '@/shared/lib/query.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import type { TableLocation } from '../kit/use-table-params.ts'
import { LACK_NAMES } from './lacks.ts'
import { moreFilterOf } from './works-filter.ts'
import '@/shared/ui/chip.css'
import './bulk.css'

const MoreFiltersDialog = lazy(() => import('./more-filters-dialog.tsx'))

/** A condition that is set, and what takes it out. */
interface Condition {
  text: string
  without: QueryChange
}

/** Narrows the table by what works lack, their length, who changed them last, and when. */
export function MoreFilters({ table }: { table: TableLocation }) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  return (
    <div className="bulk-terms">
      {conditionsOf(table).map(({ text, without }) => (
        <Link key={text} to={table.to(without)} className="chip" aria-current="true">
          {text}
          <Icon of={X} size={16} />
          <span className="visually-hidden">不再按此筛选</span>
        </Link>
      ))}
      <button type="button" className="chip" onClick={() => setOpen(true)}>
        更多条件
      </button>
      {isOpen && (
        <Suspense fallback={<Spinner />}>
          <MoreFiltersDialog
            table={table}
            onFilter={(change) => {
              setOpen(false)
              void navigate(table.to(change))
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function conditionsOf(table: TableLocation): Condition[] {
  const { lacks, scoreBelow, minDuration, maxDuration, editedBy, from, to, time } = moreFilterOf(table)
  const length = spanOf(minDuration, maxDuration, '分钟')
  const days = spanOf(from, to, '')
  const conditions: (Condition | false)[] = [
    lacks !== '' && { text: `缺${LACK_NAMES[lacks]}`, without: { lacks: '' } },
    scoreBelow !== '' && { text: `完整度低于 ${scoreBelow}%`, without: { scoreBelow: '' } },
    length !== '' && { text: `时长${length}`, without: { minDuration: '', maxDuration: '' } },
    editedBy !== '' && { text: `${editedBy} 最后修改`, without: { editedBy: '' } },
    days !== '' && {
      text: `${time === 'updateTime' ? '修改于' : '添加于'}${days}`,
      without: { from: '', to: '', time: '' },
    },
  ]
  return conditions.filter((condition) => condition !== false)
}

/** A span with its unit; empty if neither end is set. */
function spanOf(from: number | string, to: number | string, unit: string): string {
  if (from === '' && to === '') return ''
  return ` ${from === '' ? '不限' : from} 至 ${to === '' ? '不限' : to} ${unit}`.trimEnd()
}
