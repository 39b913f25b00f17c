import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskPlan } from '@/shared/api/types.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Button } from '@/shared/ui/button.tsx'
import { type Column, DeskTable } from '../desk-table.tsx'
import { RowButton } from '../row-button.tsx'
import { useTableAddress } from '../use-table-address.ts'
import { deskPlansOptions } from './api/desk-plans.ts'
import { PlanDrawer } from './plan-drawer.tsx'
import { SaleDialog } from './sale-dialog.tsx'

type Asked = { what: 'form'; plan: DeskPlan | null } | { what: 'sale'; plan: DeskPlan }

/** What is for sale: make, change, take off sale. */
export function PlansScreen() {
  const { page } = useTableAddress()
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = useQuery(deskPlansOptions(page))
  const close = () => setAsked(null)

  const columns: Column<DeskPlan>[] = [
    {
      name: '套餐',
      cell: ({ name, remark }) => (
        <>
          {name}
          <span className="desk-sub desk-clamp">{remark}</span>
        </>
      ),
    },
    {
      name: '类型',
      cell: ({ kind }) => <span className="desk-nowrap">{kind === 'code' ? '激活码' : '会员天数'}</span>,
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
        <div className="desk-actions">
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
      <div className="desk-head">
        <h1>套餐</h1>
        <Button primary onClick={() => setAsked({ what: 'form', plan: null })}>
          新建套餐
        </Button>
      </div>
      <DeskTable label="套餐" list={list} columns={columns} empty="还没有套餐" />
      {asked?.what === 'form' && <PlanDrawer plan={asked.plan} onClose={close} />}
      {asked?.what === 'sale' && <SaleDialog plan={asked.plan} onClose={close} />}
    </>
  )
}
