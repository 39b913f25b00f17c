import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CodeBatch } from '@/shared/api/types.ts'
import { Button } from '@/shared/ui/button.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, TwoLines, timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { TIMES } from '../kit/table-sort.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { codeBatchesOptions } from './api.ts'
import { BatchPage } from './batch-page.tsx'
import { FindCode } from './find-code.tsx'
import { NewCodesDialog } from './new-codes-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

const SORT_FIELDS = { createTime: TIMES }

/** Activation codes by batch. The URL may select a batch. */
export default function CodesPage() {
  const table = useTableParams(SORT_FIELDS)
  const batch = table.value('batch')
  return batch ? <BatchPage key={batch} batch={batch} /> : <Batches />
}

function columnsOf(
  open: (batch: string) => void,
  revoke: (batch: CodeBatch) => void,
): Column<CodeBatch, keyof typeof SORT_FIELDS>[] {
  return [
    {
      name: '批次',
      cell: ({ batch, planName, days }) => <TwoLines first={batch} second={`${planName} · ${days} 天`} />,
    },
    timeColumn('生成时间', ({ createTime }) => createTime, 'createTime'),
    { name: '有效期至', wide: true, cell: ({ validUntil }) => (validUntil ? <time>{validUntil}</time> : '永久') },
    { name: '数量', kind: 'figure', cell: ({ count }) => count },
    { name: '已使用', kind: 'figure', cell: ({ used }) => used },
    { name: '已作废', kind: 'figure', cell: ({ revoked }) => revoked },
    { name: '已过期', kind: 'figure', cell: ({ expired }) => expired },
    actionsColumn(
      ({ batch }) => batch,
      (batch) => [
        ['查看', () => open(batch.batch)],
        ...(unusedOf(batch) > 0 ? [['作废', () => revoke(batch)] as const] : []),
      ],
    ),
  ]
}

function Batches() {
  const table = useTableParams(SORT_FIELDS)
  const navigate = useNavigate()
  const [making, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<CodeBatch | null>(null)

  const open = (batch: string) => void navigate(table.to({ batch }))
  const list = useQuery(codeBatchesOptions({ ...table.sorted, page: table.page }))

  return (
    <ListPage
      title="激活码"
      label="激活码批次"
      head={
        <>
          <FindCode />
          {list.data && (
            <Button primary onClick={() => setMaking(true)}>
              生成激活码
            </Button>
          )}
        </>
      }
      table={table}
      list={list}
      columns={columnsOf(open, setRevoked)}
      empty="还没有生成过激活码"
    >
      {making && list.data && <NewCodesDialog plans={list.data.plans} onClose={() => setMaking(false)} />}
      {revoked && <RevokeDialog batch={revoked} unused={unusedOf(revoked)} onClose={() => setRevoked(null)} />}
    </ListPage>
  )
}

/** How many codes of a batch can be revoked, including expired ones. */
function unusedOf({ count, used, revoked }: CodeBatch): number {
  return count - used - revoked
}
