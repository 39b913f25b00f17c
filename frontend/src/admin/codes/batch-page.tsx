import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/shared/api/contract.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { CODE_STATES, isRevocable } from '../kit/code-states.ts'
import { actionsColumn, timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { useTableParams } from '../kit/use-table-params.ts'
import { batchCodesOptions } from './api.ts'
import { RevokeCodeDialog } from './revoke-code-dialog.tsx'

type Code = Schemas['BatchCode']

function columnsOf(revoke: (code: Code) => void): readonly Column<Code>[] {
  return [
    { name: '激活码', cell: ({ last4 }) => <span className="numeric">…{last4}</span> },
    { name: '状态', cell: ({ state }) => <Badge tone="quiet">{CODE_STATES[state]}</Badge> },
    { name: '使用者', cell: ({ usedBy, state }) => usedBy || (state === 'used' ? '账号已注销' : '—') },
    timeColumn('使用时间', ({ useTime }) => useTime),
    actionsColumn(
      ({ last4 }) => `…${last4}`,
      (code) => (isRevocable(code.state) ? [['作废', () => revoke(code)]] : []),
    ),
  ]
}

/** The codes of a batch with their state and user. */
export function BatchPage({ batch }: { batch: string }) {
  const table = useTableParams()
  const [revoked, setRevoked] = useState<Code | null>(null)
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
      columns={columnsOf(setRevoked)}
      empty="没有激活码"
    >
      {revoked && <RevokeCodeDialog code={revoked} onClose={() => setRevoked(null)} />}
    </ListPage>
  )
}
