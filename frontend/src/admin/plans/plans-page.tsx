import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminPlan } from '@/shared/api/types.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Button } from '@/shared/ui/button.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, TwoLines } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { useTableParams } from '../kit/use-table-params.ts'
import { adminPlansOptions } from './api.ts'
import { PlanDrawer } from './plan-drawer.tsx'
import { SaleDialog } from './sale-dialog.tsx'

type OpenDialog = { what: 'form'; plan: AdminPlan | null } | { what: 'sale'; plan: AdminPlan }

/** Plans: create, edit, put on or take off sale. */
export default function PlansPage() {
  const table = useTableParams()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const list = useQuery(adminPlansOptions(table.page))
  const close = () => setDialog(null)

  const columns: Column<AdminPlan>[] = [
    { name: '套餐', cell: ({ name, remark }) => <TwoLines first={name} second={remark} clamped /> },
    {
      name: '类型',
      cell: ({ kind }) => <span className="admin-nowrap">{kind === 'code' ? '激活码' : '会员天数'}</span>,
    },
    { name: '现价', kind: 'figure', cell: ({ price }) => `¥${price}` },
    {
      name: '原价',
      kind: 'figure',
      cell: ({ price, priceBefore }) => (price === priceBefore ? '—' : `¥${priceBefore}`),
    },
    { name: '天数', kind: 'figure', cell: ({ days }) => days },
    { name: '顺序', kind: 'figure', cell: ({ position }) => position },
    { name: '状态', cell: ({ onSale }) => <Badge tone="quiet">{onSale ? '在售' : '已下架'}</Badge> },
    actionsColumn(
      ({ name }) => name,
      (plan) => [
        ['编辑', () => setDialog({ what: 'form', plan })],
        [plan.onSale ? '下架' : '上架', () => setDialog({ what: 'sale', plan })],
      ],
    ),
  ]

  return (
    <ListPage
      title="套餐"
      head={
        <Button primary onClick={() => setDialog({ what: 'form', plan: null })}>
          新建套餐
        </Button>
      }
      table={table}
      list={list}
      columns={columns}
      empty="还没有套餐"
    >
      {dialog?.what === 'form' && <PlanDrawer plan={dialog.plan} onClose={close} />}
      {dialog?.what === 'sale' && <SaleDialog plan={dialog.plan} onClose={close} />}
    </ListPage>
  )
}
