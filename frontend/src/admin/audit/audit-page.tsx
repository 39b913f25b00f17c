import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '@/shared/api/types.ts'
import { ACTION_NAMES, actionName, TARGET_NAMES } from '../kit/action-names.ts'
import { AdminTable, type Column } from '../kit/admin-table.tsx'
import { ChangeList } from '../kit/change-list.tsx'
import { DayForm } from '../kit/day-form.tsx'
import { KeywordForm } from '../kit/keyword-form.tsx'
import { TIMES } from '../kit/table-sort.ts'
import { useTableAddress } from '../kit/use-table-address.ts'
import { ActionFilter } from './action-filter.tsx'
import { auditOptions } from './api/audit-log.ts'
import { AuditTarget } from './audit-target.tsx'
import './audit-page.css'

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    name: '时间',
    wide: true,
    sort: { word: 'createTime', ways: TIMES },
    cell: ({ createTime }) => <time>{createTime}</time>,
  },
  { name: '操作人', wide: true, cell: ({ actor }) => actor },
  { name: '操作', cell: ({ action }) => <span className="admin-nowrap">{actionName(action)}</span> },
  { name: '对象', wide: true, cell: (entry) => <AuditTarget {...entry} /> },
  {
    name: '改动',
    wide: true,
    cell: ({ targetKind, before, after }) => <ChangeList targetKind={targetKind} before={before} after={after} />,
  },
  { name: '原因', wide: true, cell: ({ reason }) => reason || '—' },
]

/** A day of the address; empty when it is none. */
function dayIn(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}

/** The log of everything operators changed. */
export default function AuditPage() {
  const { page, value, sorted } = useTableAddress()
  const wanted = value('action')
  const action = wanted in ACTION_NAMES ? wanted : ''
  const targetKind = value('targetKind') in TARGET_NAMES ? value('targetKind') : ''
  const list = useQuery(
    auditOptions({
      action,
      actor: value('actor'),
      targetKind,
      targetId: value('targetId'),
      from: dayIn(value('from')),
      to: dayIn(value('to')),
      ...sorted(COLUMNS),
      page,
    }),
  )
  return (
    <>
      <div className="admin-head">
        <h1>操作日志</h1>
        <DayForm />
        <ActionFilter />
        <KeywordForm label="操作人全名" name="actor" />
      </div>
      <AdminTable label="操作日志" list={list} columns={COLUMNS} empty="没有符合的记录" />
    </>
  )
}
