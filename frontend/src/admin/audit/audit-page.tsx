import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { AuditEntry } from '@/shared/api/types.ts'
import { ACTION_CHOICES, actionName, TARGET_CHOICES } from '../kit/action-names.ts'
import type { Column } from '../kit/admin-table.tsx'
import { ChangeList } from '../kit/change-list.tsx'
import { timeColumn } from '../kit/columns.tsx'
import { DayForm } from '../kit/day-form.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { type AdminPart, partsFor } from '../kit/sections.ts'
import { known } from '../kit/table-params.ts'
import { TIMES } from '../kit/table-sort.ts'
import { type TableLocation, useTableParams } from '../kit/use-table-params.ts'
import { ActionFilter } from './action-filter.tsx'
import { auditOptions } from './api.ts'
import { AuditTarget } from './audit-target.tsx'
import { actorPlace, linkTo } from './places.ts'
import './audit-page.css'

const SORT_FIELDS = { createTime: TIMES }

const columnsOf = (
  table: TableLocation,
  parts: readonly AdminPart[],
): readonly Column<AuditEntry, keyof typeof SORT_FIELDS>[] => [
  timeColumn('时间', ({ createTime }) => createTime, 'createTime'),
  {
    name: '操作人',
    wide: true,
    cell: ({ actor, program }) => <Actor name={actor} program={program} place={linkTo(parts, actorPlace(actor))} />,
  },
  { name: '操作', wide: true, cell: ({ action }) => <span className="admin-nowrap">{actionName(action)}</span> },
  { name: '对象', wide: true, cell: (entry) => <AuditTarget entry={entry} table={table} parts={parts} /> },
  {
    name: '改动',
    wide: true,
    cell: ({ targetKind, before, after }) => <ChangeList targetKind={targetKind} before={before} after={after} />,
  },
  { name: '原因', wide: true, cell: ({ reason }) => reason || '—' },
]

/** A day from the URL; empty when it is not a valid one. */
function dayIn(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}

/** The log of everything operators changed. */
export default function AuditPage() {
  const table = useTableParams(SORT_FIELDS)
  const parts = partsFor(useQuery(userInfoOptions()).data?.permissions ?? [])
  const list = useQuery(
    auditOptions({
      action: known(ACTION_CHOICES, table.value('action')),
      actor: table.value('actor'),
      targetKind: known(TARGET_CHOICES, table.value('targetKind')),
      targetId: table.value('targetId'),
      from: dayIn(table.value('from')),
      to: dayIn(table.value('to')),
      ...table.sorted,
      page: table.page,
    }),
  )
  return (
    <ListPage
      title="操作日志"
      head={
        <>
          <DayForm table={table} />
          <ActionFilter table={table} />
        </>
      }
      search={{ label: '操作人全名', name: 'actor' }}
      table={table}
      list={list}
      columns={columnsOf(table, parts)}
      empty="没有符合的记录"
    />
  )
}

/** Who made a change, and with which key of a program. */
function Actor({ name, program, place }: { name: string; program: string | undefined; place: string | undefined }) {
  return (
    <>
      {place ? (
        <Link to={place} className="admin-link admin-whole">
          {name}
        </Link>
      ) : (
        <span className="admin-whole">{name}</span>
      )}
      {program && <span className="admin-sub">密钥 {program}</span>}
    </>
  )
}
