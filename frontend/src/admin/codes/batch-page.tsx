import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/shared/api/contract.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { useTableParams } from '../kit/use-table-params.ts'
import { batchCodesOptions } from './api.ts'

const STATES: Record<Schemas['BatchCode']['state'], string> = {
  unused: '未使用',
  used: '已使用',
  revoked: '已作废',
  expired: '已过期',
}

const COLUMNS: readonly Column<Schemas['BatchCode']>[] = [
  { name: '激活码', cell: ({ last4 }) => <span className="numeric">…{last4}</span> },
  { name: '状态', cell: ({ state }) => <Badge tone="quiet">{STATES[state]}</Badge> },
  { name: '使用者', cell: ({ usedBy, state }) => usedBy || (state === 'used' ? '账号已注销' : '—') },
  timeColumn('使用时间', ({ useTime }) => useTime),
]

/** The codes of a batch with their state and user. */
export function BatchPage({ batch }: { batch: string }) {
  const table = useTableParams()
  const list = useQuery(batchCodesOptions(batch, table.page))
  return (
    <ListPage
      title={`批次 ${batch}`}
      head={
        <Link to={table.to({ batch: '' })} className="chip">
          返回批次
        </Link>
      }
      table={table}
      list={list}
      columns={COLUMNS}
      empty="没有激活码"
    />
  )
}
