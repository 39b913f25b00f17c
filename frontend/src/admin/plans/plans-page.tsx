import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminPlan } from '@/shared/api/types.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Button } from '@/shared/ui/button.tsx'
import { AdminTable, type Column } from '../kit/admin-table.tsx'
import { RowButton } from '../kit/row-button.tsx'
import { useTableParams } from '../kit/use-table-params.ts'
import { adminPlansOptions } from './api.ts'
import { PlanDrawer } from './plan-drawer.tsx'
import { SaleDialog } from './sale-dialog.tsx'

type Asked = { what: 'form'; plan: AdminPlan | null } | { what: 'sale'; plan: AdminPlan }

/** What is for sale: make, change, take off sale. */
export default function PlansPage() {
  const table = useTableParams()
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = useQuery(adminPlansOptions(table.page))
  const close = () => setAsked(null)

  const columns: Column<AdminPlan>[] = [
    {
      name: '套餐',
      cell: ({ name, remark }) => (
        <>
          {name}
          <span className="admin-sub admin-clamp">{remark}</span>
        </>
      ),
    },
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
    {
      name: '操作',
      kind: 'actions',
      cell: (plan) => (
        <div className="admin-actions">
          <RowButton subject={plan.name} onClick={() => setAsked({ what: 'form', plan })}>
            编辑
          </RowButton>
          <RowButton subject={plan.name} onClick={() => setAsked({ what: 'sale', plan })}>
            {plan.onSale ? '下架' : '上架'}
          </RowButton>
        </div>
      ),
    },
  ]

  return (
    <>
      <div className="admin-head">
        <h1>套餐</h1>
        <Button primary onClick={() => setAsked({ what: 'form', plan: null })}>
          新建套餐
        </Button>
      </div>
      <AdminTable table={table} label="套餐" list={list} columns={columns} empty="还没有套餐" />
      {asked?.what === 'form' && <PlanDrawer plan={asked.plan} onClose={close} />}
      {asked?.what === 'sale' && <SaleDialog plan={asked.plan} onClose={close} />}
    </>
  )
}
