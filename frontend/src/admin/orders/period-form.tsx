import { useState } from 'react'
import { LinkTabs } from '@/shared/ui/link-tabs.tsx'
import { DayForm } from '../kit/day-form.tsx'
import { FilterTabs } from '../kit/filter-tabs.tsx'
import { periodsAt } from '../kit/period.ts'
import type { TableLocation } from '../kit/use-table-params.ts'

/** The times that the days may be about. */
export const TIME_CHOICES = [
  { value: '', label: '按下单时间' },
  { value: 'paidTime', label: '按支付时间' },
] as const

/** The days of the orders, those at hand or any, and what they are about. */
export function PeriodForm({ table }: { table: TableLocation }) {
  const { value, to } = table
  const [now] = useState(Date.now)
  const isNow = (from: string, until: string) => value('from') === from && value('to') === until
  const tabs = [{ label: '全部日期', from: '', to: '' }, ...periodsAt(now)]
  const current = tabs.find((period) => isNow(period.from, period.to))
  return (
    <div className="admin-filters">
      <LinkTabs
        label="日期"
        small
        tabs={tabs.map((period) => ({
          label: period.label,
          to: to({ from: period.from, to: period.to, ...(period.from === '' && { time: '' }) }),
          current: period === current,
        }))}
      />
      <DayForm table={table} />
      {(value('from') || value('to')) && <FilterTabs table={table} label="日期按" name="time" choices={TIME_CHOICES} />}
    </div>
  )
}
