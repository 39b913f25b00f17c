import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '@/shared/api/types.ts'
import { type Column, DeskTable } from '../desk-table.tsx'
import { KeywordForm } from '../keyword-form.tsx'
import { TIMES } from '../table-sort.ts'
import { useTableAddress } from '../use-table-address.ts'
import { ActionFilter } from './action-filter.tsx'
import { ACTION_NAMES, actionName, TARGET_NAMES } from './action-names.ts'
import { auditOptions } from './api/audit-log.ts'
import { ChangeList } from './change-list.tsx'

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: '时间', sort: { word: 'createTime', ways: TIMES }, cell: ({ createTime }) => <time>{createTime}</time> },
  { name: '操作人', cell: ({ actor }) => actor },
  { name: '操作', cell: ({ action }) => <span className="desk-nowrap">{actionName(action)}</span> },
  {
    name: '对象',
    cell: ({ targetKind, targetId }) => (
      <>
        {TARGET_NAMES[targetKind] ?? targetKind}
        <span className="desk-sub numeric">{targetId}</span>
      </>
    ),
  },
  { name: '改动', cell: ({ before, after }) => <ChangeList before={before} after={after} /> },
  { name: '原因', cell: ({ reason }) => reason || '—' },
]

/** The log of everything operators changed. */
export function AuditScreen() {
  const { page, value, sorted } = useTableAddress()
  const wanted = value('action')
  const action = wanted in ACTION_NAMES ? wanted : ''
  const list = useQuery(auditOptions({ action, actor: value('actor'), ...sorted(COLUMNS), page }))
  return (
    <>
      <div className="desk-head">
        <h1>操作日志</h1>
        <ActionFilter />
        <KeywordForm label="操作人全名" name="actor" />
      </div>
      <DeskTable label="操作日志" list={list} columns={COLUMNS} empty="没有符合的记录" />
    </>
  )
}
